import type { Sizes, Times } from '../../src/check/settings.ts';

/** Enough to show what a check finds. */
export const SMALL_SIZES: Readonly<Sizes> = {
  equalPosts: 20,
  numbers: 4,
  postsPerNumber: 3,
  sharedNumbers: 4,
  load: 12,
  kills: 2,
  listed: 3,
};

/** For gateways in the process of the test. */
export const QUICK_TIMES: Readonly<Times> = {
  responseMs: 5_000,
  stallMs: 200,
  clearMs: 3_000,
  inFlightMs: 100,
  watchMs: 300,
  pollMs: 20,
  recoverMs: 3_000,
  killSpreadMs: 50,
  silenceMs: 500,
};
