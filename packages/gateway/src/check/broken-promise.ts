import type { Exchange } from './exchange.ts';

/** The gateway broke the promise of a check. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
  readonly exchanges: readonly Exchange[];

  constructor(message: string, exchanges: readonly Exchange[] = []) {
    super(message);
    this.exchanges = exchanges;
  }
}

/** The promise could not be judged; the message says why. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** The promise should have been judged; the run is not complete. */
export class Incomplete extends NotChecked {}

/** Nothing can be checked: wrong settings, or a gateway that does not respond. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
}

/** @throws {@link BrokenPromise} unless `isKept`. */
export function expectKept(isKept: boolean, message: string, ...exchanges: Exchange[]): asserts isKept {
  if (!isKept) throw new BrokenPromise(message, exchanges);
}
