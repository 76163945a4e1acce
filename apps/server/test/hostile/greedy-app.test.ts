import { ROUTES } from '@procurement-intents/contract';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { platformOf } from '../../src/platforms/platform-of.ts';
import { expectError } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import type { Signer } from '../support/sign.ts';
import {
  type Answer,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/test-service.ts';
import { runLength } from './run-length.ts';

const PURCHASES = runLength(40, 400);
const OTHERS = runLength(5, 50);
const CREATES = runLength(4, 9);
const WAIT_OPTIONS = { timeout: 12_000, interval: 50 };
const { path: INTENTS } = ROUTES.createIntent;

async function startService(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const service = await startTestService(options);
  onTestFinished(() => service.stop());
  return service;
}

/** Intents of an App that are due, as their creates would leave them. */
function seedDue(service: TestService, { appId }: Signer, count: number, item: string) {
  const at = new Date();
  return seedIntents(service, count, (index) => ({
    appId,
    productUrl: `${service.sandboxUrl}/a/items/${item}?n=${appId}-${index}`,
    status: 'SUBMITTED',
    submittedAt: at,
    nextAttemptAt: at,
  }));
}

const countOf = ({ database }: TestService, { appId }: Signer, status: 'COMPLETED' | 'PROCESSING') =>
  database.intent.count({ where: { appId, status } });

it.concurrent.for(['late-answer', 'hang'])(
  'buys for one App while all purchases of another one are %s, at the same shop and behind them in line',
  { timeout: 60_000 },
  async (item, test) => {
    // Longer than the others are waited for: a place that hangs does not become free in between.
    const options = { isWorking: true, orderTimeoutMs: 15_000, retryBudgetMs: 600_000 };
    const service = await startService(test, options);
    const other = await service.addApp();
    await seedDue(service, service.signer, PURCHASES, item);
    // Twelve of the sixteen places.
    await vi.waitFor(
      async () => expect(await countOf(service, service.signer, 'PROCESSING')).toBeGreaterThanOrEqual(12),
      WAIT_OPTIONS,
    );
    await seedDue(service, other, OTHERS, 'ordinary');
    await vi.waitFor(async () => expect(await countOf(service, other, 'COMPLETED')).toBe(OTHERS), {
      ...WAIT_OPTIONS,
      // Two rounds of the page time-out of those that hang.
      timeout: item === 'hang' ? 9000 : 12_000,
    });
    expect(await countOf(service, service.signer, 'PROCESSING')).toBeLessThan(PURCHASES);
  },
);

/** Fetches of pages of the first shop for one App, as its creates and purchases make them, until it is told to stop. */
function keepFetching(service: TestService, item: string, atOnce: number) {
  const { appId } = service.signer;
  const platform = platformOf(service.context, 'PLATFORM_A');
  let begun = 0;
  let isOver = false;
  async function fetchOn(): Promise<void> {
    while (!isOver) {
      begun += 1;
      const url = `${service.sandboxUrl}/a/items/${item}?n=${begun}`;
      await platform.fetchProductPage(url, { timeoutMs: 2000, appId });
    }
  }
  const going = Array.from({ length: atOnce }, fetchOn);
  return async (): Promise<void> => {
    isOver = true;
    await Promise.all(going);
  };
}

async function expectChecked(test: TestContext, item: string, atOnce: number): Promise<void> {
  const service = await startService(test);
  const other = await service.addApp();
  const stop = keepFetching(service, item, atOnce);
  const checked: Answer[] = [];
  for (let count = 0; count < CREATES; count += 1) {
    const body = intentBody(service, 'missing');
    checked.push(await service.call('POST', INTENTS, { signer: other, body }));
  }
  await stop();
  // Only a page that was fetched and read within 2 s refuses an intent.
  for (const answer of checked) expectError(answer, 'VALIDATION_FAILED');
}

describe('the pages of one App are checked in time', { timeout: 120_000 }, () => {
  // Several times as many as there are slots.
  it.concurrent.for(['hang', 'drip'])('while those of another one are %s, 200 at once', (item, test) =>
    expectChecked(test, item, 200),
  );

  it.for(['huge', 'bomb'])('while those of another one are %s, 60 at once', (item, test) =>
    expectChecked(test, item, 60),
  );
});

it('fetches a page that cannot be read once, however many creates name it', async (test) => {
  const service = await startService(test);
  const body = intentBody(service, 'huge');
  for (let count = 0; count < 5; count += 1) {
    expect(await service.call('POST', INTENTS, { body })).toMatchObject({ status: 201 });
  }
  const { text } = await service.metrics.render();
  expect(text).toMatch(
    /platform_call_duration_seconds_count\{platform="PLATFORM_A",call="page",outcome="unclear"\} 1\n/,
  );
});
