/** Whether `npm run test:long` asked for the long version of these suites. */
export const isLongRun = process.env['TEST_LONG'] === '1';

/** How much to do: `short` in `npm test`, `long` in `npm run test:long`. */
export const runLength = <T>(short: T, long: T): T => (isLongRun ? long : short);
