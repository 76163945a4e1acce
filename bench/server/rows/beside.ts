import { type Contender, httpContender } from '../contender.ts';
import type { RowId } from '../flags.ts';
import type { NextRequest } from '../loader.ts';
import type { Bench, Row } from '../measure-row.ts';
import { startService } from '../processes.ts';
import { createLoad } from './create.ts';
import { readLoad } from './get.ts';

type Database = Awaited<ReturnType<Bench['stage']['prepareDatabase']>>;
type Service = Awaited<ReturnType<typeof startService>>;

const CONNECTIONS = 8;

/** Calls that a line keeps under way. */
interface Calls {
  /** The name of the line. */
  name: string;
  /** Begins them; `stop` says how many did what they are to do. */
  begin: (bench: Bench, server: Service) => { stop(): Promise<number> };
  /** What is wrong when none did. */
  failure: string;
}

/** What a row keeps under way beside the signed calls that it measures. */
export interface Burden {
  /** The name of the line without it. */
  without: string;
  /** The burden is the last; those before show what cheaper calls cost. */
  lines: readonly Calls[];
  note: string;
  prepareDatabase: (bench: Bench) => Promise<Database>;
  settings?: Record<string, string>;
}

interface Load {
  expectedStatus: number;
  prepare: (count: number) => NextRequest;
}

/** The service under `load` of many Apps, alone or beside `calls`. */
async function openOne(bench: Bench, load: Load, burden: Burden, calls?: Calls): Promise<Contender> {
  const { stage, plan } = bench;
  const { service } = await burden.prepareDatabase(bench);
  const options = {
    database: service,
    isVerbose: plan.isVerbose,
    ...(burden.settings && { settings: burden.settings }),
  };
  const server = await startService(stage, options);
  const name = calls?.name ?? burden.without;
  const contender = httpContender({ name, stage, server, connections: CONNECTIONS, ...load });
  if (!calls) return contender;
  return {
    ...contender,
    async sample(seconds) {
      const burdening = calls.begin(bench, server);
      const sample = await contender.sample(seconds);
      const done = await burdening.stop();
      return done > 0 ? sample : { ...sample, wrong: { ...sample.wrong, [calls.failure]: 1 } };
    },
  };
}

function besideRow(
  id: RowId,
  title: string,
  burden: Burden,
  loadOf: (bench: Bench) => Promise<Load> | Load,
): Row {
  return {
    id,
    title,
    note: `The service alone, ${CONNECTIONS} connections. ${burden.note}`,
    isOursAlone: true,
    async open(bench) {
      const load = await loadOf(bench);
      const contenders = [await openOne(bench, load, burden)];
      for (const calls of burden.lines) contenders.push(await openOne(bench, load, burden, calls));
      return contenders;
    },
  };
}

/** The row of creates beside a burden. */
export const createBeside = (id: RowId, meanwhile: string, burden: Burden): Row =>
  besideRow(id, `Create an intent while ${meanwhile}`, burden, (bench) => createLoad(bench));

/** The row of reads beside a burden. */
export const readBeside = (id: RowId, meanwhile: string, burden: Burden): Row =>
  besideRow(id, `Read an intent while ${meanwhile}`, burden, async (bench) =>
    readLoad(bench, (await burden.prepareDatabase(bench)).service),
  );
