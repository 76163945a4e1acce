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
  it('passes all calls until ten failures in a row', () => {
    const { breaker, fail, states } = startBreaker();
    fail(9);
    for (let count = 0; count < 20; count += 1) breaker.succeeded();
    fail(9);
    expect([breaker.waitMs(), breaker.state, states]).toEqual([0, 'closed', []]);
    fail(1);
    expect([breaker.waitMs(), breaker.state]).toEqual([5000, 'open']);
  });

  it('opens when twelve of the last twenty calls failed, even with successes in between', () => {
    const { breaker, fail } = startBreaker();
    for (let round = 0; round < 2; round += 1) {
      fail(5);
      breaker.succeeded();
    }
    expect([breaker.waitMs(), breaker.state]).toEqual([0, 'closed']);
    fail(2);
    expect([breaker.waitMs(), breaker.state]).toEqual([5000, 'open']);
  });

  it('stays closed while half of the calls fail', () => {
    const { breaker, fail } = startBreaker();
    for (let round = 0; round < 100; round += 1) {
      fail(5);
      for (let count = 0; count < 5; count += 1) breaker.succeeded();
    }
    expect(breaker.state).toBe('closed');
  });

  it('starts to count again after it has closed, and reports whether there is a recent failure', () => {
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

  it('passes a single trial call after 5 s, whose success closes it', () => {
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

  it('opens again when the trial fails', () => {
    const { breaker, fail, advance, states } = startBreaker();
    fail(10);
    advance(5000);
    breaker.waitMs();
    fail(1);
    expect(breaker.waitMs()).toBe(5000);
    expect(states).toEqual(['open', 'half-open', 'open']);
  });

  it('passes another trial when the first one does not end', () => {
    const { breaker, fail, advance } = startBreaker();
    fail(10);
    advance(5000);
    breaker.waitMs();
    advance(5000);
    expect(breaker.waitMs()).toBe(0);
  });

  it('stays open longer after late failures of calls that began before it opened', () => {
    const { breaker, fail, advance } = startBreaker();
    fail(10);
    advance(3000);
    fail(1);
    expect(breaker.waitMs()).toBe(5000);
  });
});
