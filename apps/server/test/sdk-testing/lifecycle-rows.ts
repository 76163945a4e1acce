import {
  INTENT_ACTIONS,
  INTENT_STATUSES,
  type IntentStatus,
  isAllowed,
  ERRORS,
  LIFECYCLE,
} from '@procurement-intents/contract';
import { type Caller, INTENTS, row, type Row } from './transcript.ts';
import { GRACE_MS } from './world.ts';

type Action = 'update' | 'submit' | 'cancel' | 'delete';
const ACTIONS = INTENT_ACTIONS.filter((each): each is Action => LIFECYCLE[each].by === 'caller');

function act(caller: Caller, action: Action, path: string, headers?: Record<string, string>) {
  if (action === 'update') return caller.put(path, { remarks: '放在门口' }, headers);
  if (action === 'delete') return caller.remove(path, headers);
  return caller.post(`${path}/${action}`, headers);
}

/** An intent that has come to `status` on the way that intents come there, and how many calls that took. */
async function intentIn(caller: Caller, status: IntentStatus): Promise<string> {
  const ITEMS: Partial<Record<IntentStatus, string>> = { PROCESSING: 'slow', FAILED: 'out-of-stock' };
  const { id, path } = await caller.made({ draft: status === 'DRAFT' }, ITEMS[status]);
  if (status === 'CANCELLED') await caller.post(`${path}/cancel`);
  if (!['PROCESSING', 'COMPLETED', 'FAILED'].includes(status)) return path;
  caller.advance(GRACE_MS);
  await caller.settle(id, status === 'PROCESSING' ? 'ordered' : (status as 'COMPLETED'));
  return path;
}
const made = (status: IntentStatus): string[] => (status === 'CANCELLED' ? ['201', '200'] : ['201']);

function refusalOf(action: Action): string {
  const { status, code } = ERRORS[LIFECYCLE[action].refusal];
  return `${status} ${code}`;
}

const REFUSALS = INTENT_STATUSES.map((status): Row => {
  const refused = ACTIONS.filter((action) => !isAllowed(action, status));
  const expected = [...made(status), ...refused.map(refusalOf), '200', '200'];
  return row(`${status} refuses ${refused.join(', ')}`, expected, async (caller) => {
    const path = await intentIn(caller, status);
    for (const action of refused) await act(caller, action, path);
    await caller.get(path);
    await caller.get(`${path}/events`);
  });
});

const MOVES = ACTIONS.flatMap((action) =>
  LIFECYCLE[action].from.map((status): Row => {
    const after = action === 'delete' ? ['404 40401'] : ['200', '200'];
    return row(
      `${action} of ${status} is seen in the intent and its events`,
      [...made(status), '200', ...after],
      async (caller) => {
        const path = await intentIn(caller, status);
        await act(caller, action, path);
        await caller.get(path);
        if (action !== 'delete') await caller.get(`${path}/events`);
      },
    );
  }),
);

const VERSIONS = ACTIONS.flatMap((action): Row[] => {
  const [status = 'DRAFT'] = LIFECYCLE[action].from;
  const withMatch = (name: string, expected: string, etag: string) =>
    row(`${action} with ${name}`, [...made(status), expected], async (caller) => {
      const path = await intentIn(caller, status);
      await act(caller, action, path, { 'If-Match': etag });
    });
  return [
    withMatch('a stale If-Match', '409 40902', '"7"'),
    // A purchase that is completed has been started before.
    withMatch('the present If-Match', '200', (status as string) === 'COMPLETED' ? '"3"' : '"1"'),
    withMatch('an If-Match that is no version', '400 40001', 'W/"1"'),
  ];
});

const ENDS = [
  row('a purchase completes, and its parcel gets a number', ['201', '200', '200'], async (caller) => {
    const { id, path } = await caller.made();
    caller.advance(GRACE_MS);
    await caller.settle(id, 'COMPLETED');
    await caller.settle(id, 'SHIPPED');
    await caller.get(path);
    await caller.get(`${path}/events`);
  }),
  row('a purchase fails for its address', ['201', '200', '200'], async (caller) => {
    const { id, path } = await caller.made({}, 'undeliverable');
    caller.advance(GRACE_MS);
    await caller.settle(id, 'FAILED');
    await caller.get(path);
    await caller.get(`${path}/events`);
  }),
  row('a late cancellation costs its fee', ['201', '200', '200', '400 40003'], async (caller) => {
    const { id, path } = await caller.made({}, 'slow-fee');
    caller.advance(GRACE_MS);
    await caller.settle(id, 'ordered');
    await caller.post(`${path}/cancel`);
    await caller.get(path);
    await caller.post(`${path}/cancel`);
  }),
  row('a parcel that has left is not called back', ['201', '500 50003', '200', '200'], async (caller) => {
    const { id, path } = await caller.made({}, 'shipped');
    caller.advance(GRACE_MS);
    await caller.settle(id, 'ordered');
    await caller.post(`${path}/cancel`);
    await caller.get(path);
    await caller.get(`${path}/events`);
  }),
  row(
    'an archived intent is on the lists that ask for it',
    ['201', ...Array(8).fill('200')],
    async (caller) => {
      const { path } = await caller.made();
      await caller.post(`${path}/cancel`);
      await caller.post(`${path}/archive`);
      for (const choice of ['', '&archived=true', '&archived=any'])
        await caller.get(`/api/v1/intents?filter[idempotencyKey]=none${choice}`);
      await caller.post(`${path}/unarchive`);
      await caller.get(path);
      await caller.get(`${path}/events`);
    },
  ),
  row('a draft is checked when it is submitted', ['201', '400 40001', '200', '400 40001'], async (caller) => {
    const { path } = await caller.made({ draft: true }, 'missing');
    await caller.post(`${path}/submit`);
    await caller.get(path);
    await caller.create({}, 'missing');
  }),
  row('an update changes the total and nothing else', ['201', '200', '200', '200'], async (caller) => {
    const { path } = await caller.made({ price: 33.33, quantity: 3, remarks: '' });
    caller.advance(250);
    await caller.put(path, { quantity: 7 });
    await caller.put(path, { remarks: ' 急 ', address: '上海市人民路 1 号', phone: '13900139000' });
    await caller.put(path, {});
  }),
  row('an update of what cannot be updated', ['201', ...Array(3).fill('400 40001')], async (caller) => {
    const { path } = await caller.made();
    await caller.put(path, { title: '键盘', price: 1, status: 'DRAFT', colour: 'red' });
    await caller.put(path, { quantity: 0, phone: '1', recipientName: '' });
    await caller.put(path, { remarks: null });
  }),
  row('an update over the greatest total', ['201', '400 40001'], async (caller) => {
    const { path } = await caller.made({ price: 99_999_999.99, quantity: 1 });
    await caller.put(path, { quantity: 999_999 });
  }),
];

const OWNERS = row(
  "another App's intent is out of reach",
  ['201', ...Array(6).fill('403 40301')],
  async (c) => {
    const { path } = await c.made({ draft: true });
    const signer = c.callers.other;
    await c.get(path, signer);
    await c.get(`${path}/events`, signer);
    await c.call('PUT', path, { body: { quantity: 1 }, signer });
    for (const action of ['cancel', 'submit']) await c.call('POST', `${path}/${action}`, { signer });
    await c.call('DELETE', path, { signer });
  },
);

const IDS = row('ids that are none', Array(6).fill('404 40401') as string[], async (caller) => {
  await caller.get(`${INTENTS}/int_019aa4c1b7e27c3d9f00a1b2c3d4e5f6`);
  await caller.get(`${INTENTS}/42`);
  await caller.put(`${INTENTS}/a%20b`, { quantity: 1 });
  await caller.remove(`${INTENTS}/INT_019AA4C1B7E27C3D9F00A1B2C3D4E5F6`);
  await caller.get(`${INTENTS}/%zz`);
  await caller.post(`${INTENTS}/%FF/cancel`);
});

export const LIFECYCLE_ROWS: Row[] = [...REFUSALS, ...MOVES, ...VERSIONS, ...ENDS, OWNERS, IDS];
