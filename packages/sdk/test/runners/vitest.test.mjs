import { createRequire } from 'node:module';
import * as sdk from '@procurement-intents/sdk';
import * as testing from '@procurement-intents/sdk/testing';
import defineSteps from './steps.cjs';

const require = createRequire(import.meta.url);
const timers = {
  fake: () => vi.useFakeTimers(),
  real: () => vi.useRealTimers(),
  advance: (ms) => vi.advanceTimersByTimeAsync(ms),
  runAll: () => vi.runAllTimersAsync(),
};

describe('imported', () => {
  defineSteps({ test, expect, timers, sdk, testing });
});

describe('required', () => {
  const requiredSdk = require('@procurement-intents/sdk');
  const requiredTesting = require('@procurement-intents/sdk/testing');
  defineSteps({ test, expect, timers, sdk: requiredSdk, testing: requiredTesting });
});
