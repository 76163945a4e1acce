import { describe, expect, it } from 'vitest';
import { createTestService, type TestService } from './index.ts';

// As a test in JavaScript could write it, which no compiler checks.
type Anything = (...values: unknown[]) => void;

describe('a misspelt name is refused at once', () => {
  it.each<[string, (service: TestService) => void]>([
    ['unknown operation "createIntnt"', ({ fail }) => (fail as Anything)('createIntnt', { status: 502 })],
    ['unknown error "UNAVAILBLE"', ({ fail }) => (fail as Anything)('*', { error: 'UNAVAILBLE' })],
    ['unknown part of a fault "delay"', ({ fail }) => (fail as Anything)('*', { delay: 5 })],
    ['unknown drop "response"', ({ fail }) => (fail as Anything)('*', { drop: 'response' })],
    ['a fault has one of error, status, drop, delayMs', ({ fail }) => (fail as Anything)('*', {})],
    [
      'unknown part of a match "titel"',
      ({ purchases }) => (purchases.fail as Anything)({ titel: 'x' }, 'OUT_OF_STOCK'),
    ],
    ['unknown part of a match "titel"', ({ purchases }) => (purchases.complete as Anything)({ titel: 'x' })],
    ['unknown part of a match "id"', ({ purchases }) => (purchases.hold as Anything)({ id: 'x' })],
    ['unknown part of a match "url"', ({ purchases }) => (purchases.hidePage as Anything)({ url: /x/ })],
    [
      'unknown failure code "OUT_OF_STOK"',
      ({ purchases }) => (purchases.fail as Anything)({}, 'OUT_OF_STOK'),
    ],
  ])('%s', (message, use) => {
    const service = createTestService();
    expect(() => use(service)).toThrow(TypeError);
    expect(() => use(service)).toThrow(message);
  });

  it('names what there is', () => {
    const fail = createTestService().fail as Anything;
    expect(() => fail('create', { status: 502 })).toThrow(/known are getHealth, createIntent, .*, \*$/);
  });
});
