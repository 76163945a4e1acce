import { randomBytes } from 'node:crypto';
import { type Contender, httpContender } from '../contender.ts';
import type { RowId } from '../flags.ts';
import { keepLoggingIn } from '../keep-logging-in.ts';
import type { NextRequest } from '../loader.ts';
import type { Bench, Row } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { createLoad } from './create.ts';
import { OF_OTHERS, readLoad } from './get.ts';

const LOG_INS = 200;
const CONNECTIONS = 8;
const PERSON = { username: 'bench', password: randomBytes(16).toString('hex') };

interface Load {
  expectedStatus: number;
  prepare: (count: number) => NextRequest;
}

const prepareDatabase = ({ stage }: Bench) =>
  stage.prepareDatabase('logged_in', { ofFirstApp: 0, ofOthers: OF_OTHERS, isOursAlone: true });

/** The service under `load` of many Apps, alone or while people log in. */
async function openOne(bench: Bench, load: Load, isLoggedIn: boolean): Promise<Contender> {
  const { stage, plan } = bench;
  const { service } = await prepareDatabase(bench);
  const settings = { ADMIN_USERNAME: PERSON.username, ADMIN_PASSWORD: PERSON.password };
  const server = await startService(stage, { database: service, isVerbose: plan.isVerbose, settings });
  const name = isLoggedIn ? `beside ${LOG_INS} log-ins at once` : 'without log-ins';
  const contender = httpContender({ name, stage, server, connections: CONNECTIONS, ...load });
  if (!isLoggedIn) return contender;
  return {
    ...contender,
    async sample(seconds) {
      const logIns = keepLoggingIn(server.port, PERSON, LOG_INS);
      const sample = await contender.sample(seconds);
      const compared = await logIns.stop();
      return compared > 0 ? sample : { ...sample, wrong: { ...sample.wrong, 'no password compared': 1 } };
    },
  };
}

function besideLogIns(id: RowId, title: string, loadOf: (bench: Bench) => Promise<Load> | Load): Row {
  return {
    id,
    title,
    note:
      `The service alone, ${CONNECTIONS} connections. In the second line ${LOG_INS} people log in at once, again each second; ` +
      'one password is hashed at a time, 20 wait, and the others are refused until `Retry-After`. The CPU time of the hashes is ' +
      'part of what a request takes there. A ratio above 1 is what they take from the signed calls.',
    isOursAlone: true,
    async open(bench) {
      const load = await loadOf(bench);
      return [await openOne(bench, load, false), await openOne(bench, load, true)];
    },
  };
}

export const createBesideLogInsRow = besideLogIns(
  'create-beside-log-ins',
  'Create an intent while people log in',
  (bench) => createLoad(bench),
);

export const readBesideLogInsRow = besideLogIns(
  'get-beside-log-ins',
  'Read an intent while people log in',
  async (bench) => readLoad(bench, (await prepareDatabase(bench)).service),
);
