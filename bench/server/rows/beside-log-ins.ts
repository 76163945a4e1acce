import { randomBytes } from 'node:crypto';
import { keepLoggingIn } from '../keep-logging-in.ts';
import { type Burden, createBeside, readBeside } from './beside.ts';
import { OF_OTHERS } from './get.ts';

const LOG_INS = 200;
const PERSON = { username: 'bench', password: randomBytes(16).toString('hex') };

const LOGGING_IN: Burden = {
  names: { with: `beside ${LOG_INS} log-ins at once`, without: 'without log-ins' },
  note:
    `In the second line ${LOG_INS} people log in at once, again each second; ` +
    'one password is hashed at a time, 20 wait, and the others are refused until `Retry-After`. The CPU time of the hashes is ' +
    'part of what a request takes there. A ratio above 1 is what they take from the signed calls.',
  prepareDatabase: ({ stage }) =>
    stage.prepareDatabase('logged_in', { ofFirstApp: 0, ofOthers: OF_OTHERS, isOursAlone: true }),
  settings: { ADMIN_USERNAME: PERSON.username, ADMIN_PASSWORD: PERSON.password },
  begin: (_, { port }) => keepLoggingIn({ port, person: PERSON, count: LOG_INS }),
  failure: 'no password compared',
};

export const createBesideLogInsRow = createBeside('create-beside-log-ins', 'people log in', LOGGING_IN);
export const readBesideLogInsRow = readBeside('get-beside-log-ins', 'people log in', LOGGING_IN);
