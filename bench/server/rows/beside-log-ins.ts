import { randomBytes } from 'node:crypto';
import { keepCalling } from '../keep-calling.ts';
import { type Burden, createBeside, readBeside } from './beside.ts';
import { OF_OTHERS } from './get.ts';

const LOG_INS = 200;
const PERSON = { username: 'bench', password: randomBytes(16).toString('hex') };

const LOGGING_IN: Burden = {
  without: 'without log-ins',
  lines: [
    {
      name: `beside ${LOG_INS} calls without a signature at once`,
      begin: (_, { port }) => keepCalling({ port, person: PERSON, count: LOG_INS, calls: 'unsigned reads' }),
      failure: 'no call refused',
    },
    {
      name: `beside ${LOG_INS} log-ins at once`,
      begin: (_, { port }) => keepCalling({ port, person: PERSON, count: LOG_INS, calls: 'log-ins' }),
      failure: 'no password compared',
    },
  ],
  note:
    `In the last line ${LOG_INS} people log in at once, again each second; ` +
    'one password is hashed at a time, 20 wait, and the others are refused until `Retry-After`. The CPU time of the hashes is ' +
    'part of what a request takes there. The line before shows what as many of the cheapest refusals do: what bursts of any ' +
    'calls cost on the cores that the load generator shares. A ratio above 1 is what they take from the signed calls.',
  prepareDatabase: ({ stage }) =>
    stage.prepareDatabase('logged_in', { ofFirstApp: 0, ofOthers: OF_OTHERS, isOursAlone: true }),
  settings: { ADMIN_USERNAME: PERSON.username, ADMIN_PASSWORD: PERSON.password },
};

export const createBesideLogInsRow = createBeside('create-beside-log-ins', 'people log in', LOGGING_IN);
export const readBesideLogInsRow = readBeside('get-beside-log-ins', 'people log in', LOGGING_IN);
