import * as sdk from '@procurement-intents/sdk';
import * as testing from '@procurement-intents/sdk/testing';
import defineSteps from './steps.cjs';

const { jest } = import.meta;

defineSteps({
  test,
  expect,
  timers: {
    fake: () => jest.useFakeTimers(),
    real: () => jest.useRealTimers(),
    advance: (ms) => jest.advanceTimersByTimeAsync(ms),
    runAll: () => jest.runAllTimersAsync(),
  },
  sdk,
  testing,
});
