import { INTENTS, row, type Row } from './transcript.ts';
import { GRACE_MS } from './world.ts';

const OK = '200';

export const LABEL_ROWS: Row[] = [
  row('labels of a create, an update and a draft', ['201', OK, OK, OK, OK, OK], async (caller) => {
    const { path } = await caller.made({ draft: true, labels: { batch: ' 2026-11 ', constructor: 'x' } });
    await caller.get(path);
    await caller.put(path, { labels: { team: 'it' }, quantity: 2 });
    await caller.put(path, { labels: {} });
    await caller.get(path);
    await caller.get(`${path}/events`);
  }),
  row('labels are replaced beside the purchase', ['201', OK, OK, OK, OK, OK], async (caller) => {
    const { id, path } = await caller.made({ labels: { batch: 'a' } });
    await caller.put(`${path}/labels`, { labels: { batch: 'b' } });
    caller.advance(GRACE_MS);
    await caller.settle(id, 'COMPLETED');
    await caller.put(`${path}/labels`, { labels: { batch: 'c', late: 'yes' } });
    await caller.put(`${path}/labels`, { labels: {} });
    await caller.get(path);
    await caller.get(`${path}/events`);
  }),
  row("another App's labels are out of reach", ['201', '403 40301', '404 40401', OK], async (caller) => {
    const { path } = await caller.made({ labels: { batch: 'a' } });
    const body = { labels: { batch: 'b' } };
    await caller.call('PUT', `${path}/labels`, { body, signer: caller.callers.other });
    await caller.put(`${INTENTS}/int_1/labels`, body);
    await caller.get(path);
  }),
  row('labels that are none', ['201', ...Array(8).fill('400 40001')], async (caller) => {
    const { path } = await caller.made();
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v']));
    for (const labels of [null, [], 'a', many, { A: 'x', a: ' ', b: 1, '': 'x' }, { a: '长'.repeat(101) }]) {
      await caller.put(`${path}/labels`, { labels });
    }
    await caller.put(`${path}/labels`, {});
    await caller.put(`${path}/labels`, { labels: {}, title: 'x' });
  }),
];
