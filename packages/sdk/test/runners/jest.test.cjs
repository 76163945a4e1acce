require('./steps.cjs')({
  test,
  expect,
  timers: {
    fake: () => jest.useFakeTimers(),
    real: () => jest.useRealTimers(),
    advance: (ms) => jest.advanceTimersByTimeAsync(ms),
    runAll: () => jest.runAllTimersAsync(),
  },
  sdk: require('@procurement-intents/sdk'),
  testing: require('@procurement-intents/sdk/testing'),
});
