import { type Contender, httpContender } from '../contender.ts';
import type { RowId } from '../flags.ts';
import { keepSearching } from '../keep-searching.ts';
import type { NextRequest } from '../loader.ts';
import type { Bench, Row } from '../measure-row.ts';
import { startService } from '../processes.ts';
import type { BenchApp } from '../requests.ts';
import { createLoad } from './create.ts';
import { OF_OTHERS, readLoad } from './get.ts';

const SEARCHED_ROWS = 300_000;
const SEARCHES = 20;
const CONNECTIONS = 8;

interface Load {
  expectedStatus: number;
  prepare: (count: number) => NextRequest;
}

function searched({ stage }: Bench) {
  const size = { ofFirstApp: SEARCHED_ROWS, ofOthers: OF_OTHERS, isOursAlone: true } as const;
  return stage.prepareDatabase('searched', size);
}

/** The service under `load` of many Apps, alone or while another App searches. */
async function openOne(bench: Bench, load: Load, isSearched: boolean): Promise<Contender> {
  const { stage, plan } = bench;
  const { service } = await searched(bench);
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose });
  const name = isSearched ? `beside ${SEARCHES} searches` : 'without searches';
  const contender = httpContender({ name, stage, server, connections: CONNECTIONS, ...load });
  if (!isSearched) return contender;
  return {
    ...contender,
    async sample(seconds) {
      const searches = keepSearching(server.port, stage.apps[0] as BenchApp, SEARCHES);
      const sample = await contender.sample(seconds);
      const answered = await searches.stop();
      return answered > 0 ? sample : { ...sample, wrong: { ...sample.wrong, 'no search answered': 1 } };
    },
  };
}

function besideSearches(id: RowId, title: string, loadOf: (bench: Bench) => Promise<Load> | Load): Row {
  return {
    id,
    title,
    note:
      `The service alone, ${CONNECTIONS} connections. In the second line another App keeps ${SEARCHES} searches of the ` +
      `titles of its ${SEARCHED_ROWS.toLocaleString('en')} intents under way, none of which finds any; their CPU time is ` +
      'part of what a request takes there. A ratio above 1 is what they take from the others.',
    isOursAlone: true,
    async open(bench) {
      const load = await loadOf(bench);
      return [await openOne(bench, load, false), await openOne(bench, load, true)];
    },
  };
}

export const createBesideSearchesRow = besideSearches(
  'create-beside-searches',
  'Create an intent while another App searches its own',
  (bench) => createLoad(bench),
);

export const readBesideSearchesRow = besideSearches(
  'get-beside-searches',
  'Read an intent while another App searches its own',
  async (bench) => readLoad(bench, (await searched(bench)).service),
);
