import { describe, expect, it } from 'vitest';
import { withCircuitBreaker } from './with-circuit-breaker.ts';
import type { OrderRequest, Platform } from './platform.ts';
import { unclear } from './unclear.ts';

const OPTIONS = { timeoutMs: 1000 };
const REQUEST = {} as OrderRequest;

/** A platform whose next answer to any gateway call is `answer`. */
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
      productUrlPrefixes: [],
      ownsProductUrl: () => true,
      fetchProductPage: call('page'),
      placeOrder: call('place'),
      findOrder: call('find'),
      getOrder: call('get'),
      cancelOrder: call('cancel'),
      listChangedOrders: call('list'),
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
  it('is asked ten times in vain, and then for a while no more', async () => {
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

  it('says of a call that it stopped, and of no other, that nothing was sent', async () => {
    const { platform } = startPlatform();
    const answers = await place(platform, 11);
    expect(answers.filter((answer) => 'isNotSent' in answer)).toEqual([answers[10]]);
    expect(await platform.listChangedOrders({ changedSince: new Date(0) }, OPTIONS)).not.toHaveProperty(
      'isNotSent',
    );
  });

  it('whose pages fail is left alone by purchases, and not by what callers ask for', async () => {
    const { platform, asked, states } = startPlatform();
    const fetch = (isGuarded: boolean) => platform.fetchProductPage('url', { ...OPTIONS, isGuarded });
    for (let count = 0; count < 20; count += 1) await fetch(false);
    expect([asked.length, states]).toEqual([20, []]);
    for (let count = 0; count < 12; count += 1) await fetch(true);
    expect([asked.length, states]).toEqual([30, ['PLATFORM_A page open']]);
    await fetch(false);
    expect(asked).toHaveLength(31);
    // Its last look decides about a purchase, so it is made.
    await platform.fetchProductPage('url', { ...OPTIONS, isGuarded: true, isLastTry: true });
    expect(asked).toHaveLength(32);
  });

  it('on whose products of one App it fails is asked for those of another all the same', async () => {
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

  it('that fails most of the calls of an App is left alone though some go well, and asked for other Apps', async () => {
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

  it('is still asked for orders that it has when it takes no new ones', async () => {
    const { platform, asked } = startPlatform();
    await place(platform, 12);
    await platform.findOrder('token', OPTIONS);
    expect(asked.at(-1)).toBe('find');
  });

  it('is asked all the same by whom the answer ends a purchase', async () => {
    const { platform, asked, scripted, states } = startPlatform();
    await place(platform, 10);
    scripted.answer = { ok: false, kind: 'refused', reason: 'OUT_OF_STOCK' };
    expect(await platform.placeOrder(REQUEST, { ...OPTIONS, isLastTry: true })).toBe(scripted.answer);
    expect(asked).toHaveLength(11);
    expect(states).toEqual(['PLATFORM_A place open', 'PLATFORM_A place closed']);
  });

  it('counts neither a refusal nor a number used twice nor a call that we broke off or held back as a failure', async () => {
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
