import { expect, onTestFinished, test, vi } from 'vitest';
import { json, startScriptedPlatform } from '../../test/support/test-platform.ts';
import type { PlatformConfig } from '../config/platform-config.ts';
import type { Logger } from '../observability/logger.ts';
import { announceCapabilities } from './announce-capabilities.ts';

const ALL = { protocol: '1', quote: true, list: true, placeBefore: true, cancel: true };

/** What operators read when the gateway answers so. */
async function announced(
  answer: ReturnType<typeof json>,
  { prices = 'page', timeoutMs = 10_000 }: { prices?: PlatformConfig['prices']; timeoutMs?: number } = {},
): Promise<unknown[][]> {
  const scripted = await startScriptedPlatform();
  scripted.answer = answer;
  const warn = vi.fn<(fields: object, text: string) => void>();
  const settings = [{ id: 'PLATFORM_A', prices } as PlatformConfig];
  const platforms = new Map([['PLATFORM_A', scripted.platform] as const]);
  const log = { warn } as unknown as Logger;
  const described = vi.spyOn(scripted.platform, 'describe');
  onTestFinished(announceCapabilities({ settings, platforms, timeoutMs, log }));
  // What is told follows the answer at once.
  await vi.waitFor(() => expect(described.mock.settledResults[0]?.type).toBe('fulfilled'), 12_000);
  await new Promise(setImmediate);
  expect(described).toHaveBeenCalledOnce();
  return warn.mock.calls;
}

test('a gateway that can do everything is not spoken of', async () => {
  expect(await announced(json(200, { ...ALL, ordersPerSecond: 3, maxQuantity: 99, more: true }))).toEqual([]);
  expect(await announced(json(200, { ...ALL, quote: false }))).toEqual([]);
});

test.each([
  ['protocol', { ...ALL, protocol: '2' }],
  ['list', { ...ALL, list: false }],
  ['placeBefore', { ...ALL, placeBefore: false }],
  ['cancel', { ...ALL, cancel: false }],
])('what is missing is told once: %s', async (word, body) => {
  const lines = await announced(json(200, body));
  expect(lines).toEqual([
    [
      { platform: 'PLATFORM_A', missing: [expect.stringContaining(word)] },
      'the gateway lacks a part of the protocol',
    ],
  ]);
});

test('a gateway without quotes is told of where prices are read by them', async () => {
  const [line] = await announced(json(200, { ...ALL, quote: false }), { prices: 'gateway' });
  expect(line?.[0]).toEqual({ platform: 'PLATFORM_A', missing: [expect.stringContaining('quotes')] });
});

test.each([
  ['no such call', json(404, {}), undefined],
  ['a wrong token', json(401, {}), 'GATEWAY_UNAUTHORIZED'],
  ['silence', () => undefined, 'TIMEOUT'],
  ['another shape', json(200, { quote: 'yes' }), 'BAD_ANSWER'],
])('an answer that is none is told too: %s', async (_what, answer, reason) => {
  const lines = await announced(answer, reason === 'TIMEOUT' ? { timeoutMs: 300 } : {});
  expect(lines).toHaveLength(1);
  expect(lines[0]?.[0]).toEqual({ platform: 'PLATFORM_A', ...(reason && { reason }) });
});

test('a gateway that is down at the start is asked again until it answers, and its pace kept from then on', async () => {
  const scripted = await startScriptedPlatform();
  scripted.answer = json(503, {});
  const warn = vi.fn<(fields: object, text: string) => void>();
  const settings = [{ id: 'PLATFORM_A', prices: 'page' } as PlatformConfig];
  const platforms = new Map([['PLATFORM_A', scripted.platform] as const]);
  const described = vi.spyOn(scripted.platform, 'describe');
  const log = { warn } as unknown as Logger;
  onTestFinished(announceCapabilities({ settings, platforms, timeoutMs: 10_000, againMs: 10, log }));
  await vi.waitFor(() => expect(described.mock.calls.length).toBeGreaterThan(2), 12_000);
  scripted.answer = json(200, { ...ALL, list: false });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), 12_000);
  const asked = described.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(described.mock.calls).toHaveLength(asked);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([
    'the gateway does not answer',
    'the gateway lacks a part of the protocol',
  ]);
});
