import { keepSearching } from '../keep-searching.ts';
import type { BenchApp } from '../requests.ts';
import { type Burden, createBeside, readBeside } from './beside.ts';
import { OF_OTHERS } from './get.ts';

const SEARCHED_ROWS = 300_000;
const SEARCHES = 20;

const SEARCHING: Burden = {
  without: 'without searches',
  note:
    `In the second line another App keeps ${SEARCHES} searches of the ` +
    `titles of its ${SEARCHED_ROWS.toLocaleString('en')} intents under way, none of which finds any; their CPU time is ` +
    'part of what a request takes there. A ratio above 1 is what they take from the others.',
  prepareDatabase: ({ stage }) =>
    stage.prepareDatabase('searched', { ofFirstApp: SEARCHED_ROWS, ofOthers: OF_OTHERS, isOursAlone: true }),
  lines: [
    {
      name: `beside ${SEARCHES} searches`,
      begin: ({ stage }, { port }) => keepSearching(port, stage.apps[0] as BenchApp, SEARCHES),
      failure: 'no search answered',
    },
  ],
};

const MEANWHILE = 'another App searches its own';
export const createBesideSearchesRow = createBeside('create-beside-searches', MEANWHILE, SEARCHING);
export const readBesideSearchesRow = readBeside('get-beside-searches', MEANWHILE, SEARCHING);
