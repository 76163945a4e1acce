import { describe, expect, it } from 'vitest';
import { withCircuitBreaker } from './with-circuit-breaker.ts';
import type { OrderRequest, Platform } from './platform.ts';
import { unclear } from './unclear.ts';

const OPTIONS = { timeoutMs: 1000 };
const REQUEST = {} as OrderRequest;

/** A platform that answers every call with `scripted.answer`. */
function startPlatform() {
  const asked: string[] = [];
  const states: string[] = [];
  const scripted = { answer: unclear('HTTP_503') as Awaited<ReturnType<Platform['placeOrder']>> };
  const call = (name: string) => async () => {
    asked.push(name);
    return scripted.answer as never;
  };
  const platform = withCircuitBreaker(
    {
      id: 'PLATFORM_A',
      ownsProductUrl: () => true,
      fetchProductPage: call('page'),
      placeOrder: call('place'),
      findOrder: call('find'),
      getOrder: call('get'),
      cancelOrder: call('cancel'),
      listChangedOrders: call('list'),
      describe: () => Promise.reject(new Error('is asked past the breaker')),
      close: async () => undefined,
    },
    (...change) => states.push(change.join(' ')),
  );
  return { platform, asked, states, scripted };
}

async function place(platform: Platform, times: number) {
  const answers = [];
  for (let count = 0; count < times; count += 1) answers.push(await platform.placeOrder(REQUEST, OPTIONS));
  return answers;
}

describe('a platform behind its breaker', () => {
  it('is not called again for a while after ten failures', async () => {
    const { platform, asked, states } = startPlatform();
    const answers = await place(platform, 12);
    expect(asked).toHaveLength(10);
    expect(answers[9]).toEqual(unclear('HTTP_503'));
    expect(answers[11]).toEqual({
      ok: false,
      kind: 'unclear',
      reason: 'CIRCUIT_OPEN',
      isNotSent: true,
      retryAfterMs: expect.any(Number),
    });
    expect(states).toEqual(['PLATFORM_A place open']);
  });

  it('marks only stopped calls as not sent', async () => {
    const { platform } = startPlatform();
    const answers = await place(platform, 11);
    expect(answers.filter((answer) => 'isNotSent' in answer)).toEqual([answers[10]]);
    expect(await platform.listChangedOrders({ changedSince: new Date(0) }, OPTIONS)).not.toHaveProperty(
      'isNotSent',
    );
  });

  it('whose pages fail gets no page fetches of purchases, but those of callers', async () => {
    const { platform, asked, states } = startPlatform();
    const fetch = (isGuarded: boolean) => platform.fetchProductPage('url', { ...OPTIONS, isGuarded });
    for (let count = 0; count < 20; count += 1) await fetch(false);
    expect([asked.length, states]).toEqual([20, []]);
    for (let count = 0; count < 12; count += 1) await fetch(true);
    expect([asked.length, states]).toEqual([30, ['PLATFORM_A page open']]);
    await fetch(false);
    expect(asked).toHaveLength(31);
    // The last attempt decides the purchase, so it is made.
    await platform.fetchProductPage('url', { ...OPTIONS, isGuarded: true, isLastTry: true });
    expect(asked).toHaveLength(32);
  });

  it('that fails for one App is still called for others', async () => {
    const { platform, asked, states, scripted } = startPlatform();
    const placeFor = (appId: string) => platform.placeOrder(REQUEST, { ...OPTIONS, appId });
    for (let count = 0; count < 12; count += 1) await placeFor('failing');
    expect(asked).toHaveLength(10);
    scripted.answer = { ok: false, kind: 'refused', reason: 'OUT_OF_STOCK' };
    await placeFor('other');
    expect(asked).toHaveLength(11);
    expect(await placeFor('failing')).toMatchObject({ reason: 'CIRCUIT_OPEN' });
    expect(states).toEqual(['PLATFORM_A place open']);
  });

  it('that fails for most calls of an App is not called for it, despite some successes, but for other Apps', async () => {
    const { platform, asked, scripted } = startPlatform();
    const place = async (appId: string, isWell: boolean) => {
      scripted.answer = isWell ? { ok: false, kind: 'refused', reason: 'OTHER' } : unclear('TIMEOUT');
      return platform.placeOrder(REQUEST, { ...OPTIONS, appId });
    };
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push(await place('failing', count % 5 === 4));
    expect(answers.at(-1)).toMatchObject({ reason: 'CIRCUIT_OPEN' });
    expect(asked).toHaveLength(14);
    await place('other', true);
    expect(asked).toHaveLength(15);
  });

  it('is still asked for existing orders when it accepts no new ones', async () => {
    const { platform, asked } = startPlatform();
    await place(platform, 12);
    await platform.findOrder('token', OPTIONS);
    expect(asked.at(-1)).toBe('find');
  });

  it('is still called when the answer decides a purchase', async () => {
    const { platform, asked, scripted, states } = startPlatform();
    await place(platform, 10);
    scripted.answer = { ok: false, kind: 'refused', reason: 'OUT_OF_STOCK' };
    expect(await platform.placeOrder(REQUEST, { ...OPTIONS, isLastTry: true })).toBe(scripted.answer);
    expect(asked).toHaveLength(11);
    expect(states).toEqual(['PLATFORM_A place open', 'PLATFORM_A place closed']);
  });

  it('counts refusals, reused numbers, and calls that this process aborts or delays as no failures', async () => {
    const { platform, asked, scripted } = startPlatform();
    for (const answer of [
      unclear('ABORTED'),
      unclear('TOO_LATE'),
      unclear('OVER_SHARE'),
      unclear('NUMBER_REUSED'),
      { ok: false, kind: 'refused', reason: 'OTHER' } as const,
    ]) {
      scripted.answer = answer;
      await place(platform, 15);
    }
    expect(asked).toHaveLength(75);
  });
});
