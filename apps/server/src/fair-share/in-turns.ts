import { setImmediate as nextTurn } from 'node:timers/promises';

/** What the steps lead to, with a turn of the event loop after each: none of them may take long. */
export async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}
