import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { Deliverer } from '../../src/webhooks/deliver.ts';
import { isLongRun } from '../hostile/run-length.ts';
import { type Received, verified } from '../webhooks/receiver.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  delivering,
  pass,
  publish,
  receiver,
  useWebhooks,
  WEBHOOKS,
} from '../webhooks/use-webhooks.ts';
import { seededRandom } from './seeded-random.ts';

useWebhooks();

const ROUNDS = isLongRun ? 300 : 30;
const GRACES = [0, 60, 600, 3600];

/** What a receiver verifies with, and until when the service signs with it: null while it is the newest. */
interface ReceiverKey {
  key: string;
  untilMs: number | null;
}
const isValid = ({ untilMs }: ReceiverKey, atMs: number): boolean => untilMs === null || untilMs > atMs;

/** The keys of an endpoint as its owner knows them, by the answers alone; newest first. */
class Owner {
  readonly keys: ReceiverKey[];
  readonly #path: string;

  constructor(id: string, key: string) {
    this.#path = `${WEBHOOKS}/${id}/rotate-secret`;
    this.keys = [{ key, untilMs: null }];
  }

  /** Says when the older secret ends, as it was told and as it should be. */
  async rotate(graceSeconds: number): Promise<{ toldMs: number; endMs: number }> {
    const { secret, publicKey, expiresAt } = (await call('POST', this.#path, { graceSeconds })).body.data;
    const nowMs = clock.now().getTime();
    const signing = this.keys.filter((each) => isValid(each, nowMs));
    // The one that signed beside the newest goes on, and no longer than it was said.
    const staying = signing.length > 1 ? signing[1] : signing[0];
    const endMs = Math.min(staying?.untilMs ?? Infinity, nowMs + graceSeconds * 1000);
    for (const each of signing) each.untilMs = each === staying && graceSeconds > 0 ? endMs : nowMs;
    this.keys.unshift({ key: secret ?? publicKey, untilMs: null });
    return { toldMs: Date.parse(expiresAt), endMs };
  }
}

const isVerified = (one: Received, key: string, now: Date): Promise<boolean> =>
  verified(one, key, now).then(
    () => true,
    () => false,
  );

/** What npm's `standardwebhooks` would send: it checks times by the clock of the machine. */
function isOfOthers({ headers, body }: Received, key: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(key).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

it.each(['v1', 'v1a'] as const)(
  `in ${ROUNDS} rotations under load every webhook has signatures by the secrets of its moment alone (WH6), by %s`,
  async (signature) => {
    const random = seededRandom(20_261_124);
    const { id, path, answer } = await createEndpoint({ signature, maxPerSecond: 50 });
    const { secret, publicKeys } = answer.body.data;
    const owner = new Owner(id, secret ?? publicKeys[0]);
    const second = new Deliverer(delivering);
    // What is refused is signed again after a pause, by other secrets.
    receiver.respond((_, response) => response.writeHead(random() < 0.3 ? 503 : 204).end());
    let [double, checked] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < 3; count += 1) await createIntent();
      await publish();
      const before = owner.keys.filter((each) => isValid(each, clock.now().getTime())).map(({ key }) => key);
      const from = receiver.at(path).length;
      const graceSeconds = GRACES[Math.floor(random() * GRACES.length)] ?? 0;
      const [{ toldMs, endMs }] = await Promise.all([owner.rotate(graceSeconds), deliver(), deliver(second)]);
      expect(toldMs).toBe(endMs);

      const now = clock.now();
      // A request that began before the rotation ended has those of before.
      const valid = owner.keys.filter(
        ({ key, ...each }) => before.includes(key) || isValid({ key, ...each }, now.getTime()),
      );
      for (const one of receiver.at(path).slice(from)) {
        const accepted: string[] = [];
        for (const { key } of owner.keys) {
          const isAccepted = await isVerified(one, key, now);
          expect(signature === 'v1' ? isOfOthers(one, key) : isAccepted).toBe(isAccepted);
          if (isAccepted) accepted.push(key);
        }
        const signatures = String(one.headers['webhook-signature']).split(' ');
        expect(accepted).toHaveLength(signatures.length);
        expect(valid.map(({ key }) => key)).toEqual(expect.arrayContaining(accepted));
        // Whoever has the newest secret of before or after can verify it.
        expect([owner.keys[0]?.key, before[0]].some((key) => accepted.includes(key ?? ''))).toBe(true);
        checked += 1;
        if (signatures.length === 2) double += 1;
      }
      await pass(1 + Math.floor(random() * 400));
    }
    expect(checked).toBeGreaterThan(3 * ROUNDS);
    expect(double).toBeGreaterThan(ROUNDS / 2);
  },
  isLongRun ? 600_000 : 120_000,
);
