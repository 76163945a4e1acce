import { describe, expect, it } from 'vitest';
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts';

function startBreaker() {
  let nowMs = 0;
  const states: BreakerState[] = [];
  const breaker = createCircuitBreaker({ now: () => nowMs, onChange: (state) => states.push(state) });
  return {
    breaker,
    states,
    advance: (ms: number) => void (nowMs += ms),
    fail: (times: number) => Array.from({ length: times }, () => breaker.failed()),
  };
}

describe('the circuit breaker', () => {
  it('lets everything pass until ten failures have come in a row', () => {
    const { breaker, fail, states } = startBreaker();
    fail(9);
    for (let count = 0; count < 20; count += 1) breaker.succeeded();
    fail(9);
    expect([breaker.waitMs(), breaker.state, states]).toEqual([0, 'closed', []]);
    fail(1);
    expect([breaker.waitMs(), breaker.state]).toEqual([5000, 'open']);
  });

  it('opens when twelve of the last twenty calls have failed, however many answers come in between', () => {
    const { breaker, fail } = startBreaker();
    for (let round = 0; round < 2; round += 1) {
      fail(5);
      breaker.succeeded();
    }
    expect([breaker.waitMs(), breaker.state]).toEqual([0, 'closed']);
    fail(2);
    expect([breaker.waitMs(), breaker.state]).toEqual([5000, 'open']);
  });

  it('lets calls pass of which half fail, for as long as that may be', () => {
    const { breaker, fail } = startBreaker();
    for (let round = 0; round < 100; round += 1) {
      fail(5);
      for (let count = 0; count < 5; count += 1) breaker.succeeded();
    }
    expect(breaker.state).toBe('closed');
  });

  it('begins to count again once it has closed, and knows whether there is anything to remember', () => {
    const { breaker, fail } = startBreaker();
    expect(breaker.hasRecentFailure).toBe(false);
    fail(10);
    breaker.succeeded();
    expect(breaker.hasRecentFailure).toBe(false);
    fail(9);
    expect(breaker.state).toBe('closed');
    for (let count = 0; count < 20; count += 1) breaker.succeeded();
    expect(breaker.hasRecentFailure).toBe(false);
  });

  it('lets a single call try after 5 s, whose answer closes it', () => {
    const { breaker, fail, advance, states } = startBreaker();
    fail(10);
    advance(4999);
    expect(breaker.waitMs()).toBe(1);
    advance(1);
    expect([breaker.waitMs(), breaker.waitMs()]).toEqual([0, 5000]);
    breaker.succeeded();
    expect(breaker.waitMs()).toBe(0);
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('rests again when the trial fails', () => {
    const { breaker, fail, advance, states } = startBreaker();
    fail(10);
    advance(5000);
    breaker.waitMs();
    fail(1);
    expect(breaker.waitMs()).toBe(5000);
    expect(states).toEqual(['open', 'half-open', 'open']);
  });

  it('gives another trial when the first one never ended', () => {
    const { breaker, fail, advance } = startBreaker();
    fail(10);
    advance(5000);
    breaker.waitMs();
    advance(5000);
    expect(breaker.waitMs()).toBe(0);
  });

  it('is put off by late failures of calls that were under way when it opened', () => {
    const { breaker, fail, advance } = startBreaker();
    fail(10);
    advance(3000);
    fail(1);
    expect(breaker.waitMs()).toBe(5000);
  });
});
