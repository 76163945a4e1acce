import { LIMITS } from '@procurement-intents/contract';
import { ONE_BY_ONE } from '../goals.ts';
import type { Bench, Row } from '../measure-row.ts';
import { batchRequest, type BenchApp, keyedCreateRequest } from '../requests.ts';
import { listed, openService } from './open.ts';

const SIZE = LIMITS.batchItems;
const EMPTY = { ofFirstApp: 0, ofOthers: 0, isOursAlone: true } as const;

/** Requests by all Apps in turn. */
function loadOf({ stage }: Bench, make: (app: BenchApp) => Buffer) {
  let turn = 0;
  const nextApp = (): BenchApp => stage.apps[turn++ % stage.apps.length] as BenchApp;
  return {
    expectedStatus: 201,
    prepare: (count: number) => listed(Array.from({ length: count }, () => make(nextApp()))),
  };
}

export const createBatchRow: Row = {
  id: 'create-batch',
  title: `Create intents, ${SIZE} in a call`,
  note:
    'The service alone, each contender on a database of its own, every intent under a key. p50 and p99 are those of a call, ' +
    'the rest of one intent. Creates that arrive together share statements, however they come: the last line is a caller who ' +
    'waits for each answer before the next call.',
  unit: 'intent',
  isOursAlone: true,
  async open(bench) {
    const { productPrefix } = bench.stage;
    const prepare = async (name: string): Promise<string> =>
      (await bench.stage.prepareDatabase(name, EMPTY)).service;
    const batches = loadOf(bench, (app) => batchRequest(app, productPrefix, SIZE));
    const singles = () => loadOf(bench, (app) => keyedCreateRequest(app, productPrefix));
    const alone = { ...singles(), connections: 1 };
    return [
      await openService(
        bench,
        await prepare('in_batches'),
        { ...batches, countsFor: SIZE },
        { name: `${SIZE} in a call` },
      ),
      await openService(bench, await prepare('one_in_a_call'), singles(), { name: ONE_BY_ONE }),
      await openService(bench, await prepare('one_caller'), alone, { name: `${ONE_BY_ONE}, one caller` }),
    ];
  },
};
