import { GatewayRefusal } from '@procurement-intents/contract/gateway/messages';
import { expectKept } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import { isUnclear, readJson } from '../probe.ts';
import { keepOffers } from './offers.ts';
import type { Probe } from '../probe.ts';

const OVERLONG = '长'.repeat(501);

/** Changes to a good order that make it a bad one. `undefined` leaves a field out. */
const BAD_FIELDS: readonly [what: string, fields: Record<string, unknown>][] = [
  ['no product', { productUrl: undefined }],
  ['a product that is no URL', { productUrl: 'product-1' }],
  ['a product with ftp:', { productUrl: 'ftp://shop.example/1' }],
  ['no quantity', { quantity: undefined }],
  ['quantity 0', { quantity: 0 }],
  ['quantity -1', { quantity: -1 }],
  ['quantity 1.5', { quantity: 1.5 }],
  ['quantity as text', { quantity: '1' }],
  ['quantity 1 000 000', { quantity: 1_000_000 }],
  ['no price', { unitPrice: undefined }],
  ['price 0', { unitPrice: 0 }],
  ['a negative price', { unitPrice: -1 }],
  ['a price of half a fen', { unitPrice: 1.005 }],
  ['price as text', { unitPrice: '1.00' }],
  ['a negative total', { maxTotal: -1 }],
  ['a total of 0.1 + 0.2', { maxTotal: 0.1 + 0.2 }],
  ['placeBefore 0', { placeBefore: 0 }],
  ['placeBefore 1.5', { placeBefore: 1.5 }],
  ['no recipient', { recipient: undefined }],
  ['a recipient with a blank phone', { recipient: { name: '测试', address: '北京市', phone: ' ' } }],
  ['an address of 501 characters', { recipient: { name: '测试', address: OVERLONG, phone: '1' } }],
  ['remarks of 501 characters', { remarks: OVERLONG }],
];
const BAD_NUMBERS = ['', 'x'.repeat(65), 'a/b', '茶', 7, null];
const NO_OBJECTS = ['{', '', 'null', '[]', '"order"'];

async function refuseBadBodies(probe: Probe): Promise<void> {
  for (const [what, fields] of BAD_FIELDS) {
    const merchantOrderNo = probe.newNumber();
    await refuse(probe, what, { ...probe.request(merchantOrderNo), ...fields });
    const found = await probe.find(merchantOrderNo);
    expectKept(found.status === 404, `an order with ${what} was made`, found.exchange);
  }
  for (const merchantOrderNo of BAD_NUMBERS)
    await refuse(probe, `the number ${JSON.stringify(merchantOrderNo)}`, {
      ...probe.request('x'),
      merchantOrderNo,
    });
  for (const body of NO_OBJECTS) await refuse(probe, `the body ${JSON.stringify(body)}`, body);
}

async function refuse(probe: Probe, what: string, body: unknown): Promise<void> {
  const { status, json, exchange } = await probe.client.call('POST', '/orders', { body });
  expectKept(status === 400 || status === 422, `an order with ${what} is not refused`, exchange);
  readJson(GatewayRefusal, json, exchange);
}

/** The cap of one fen keeps the shop from selling at these prices. */
async function takeAmounts(probe: Probe): Promise<void> {
  for (const unitPrice of [0.29, 19.9, 1.1, 99_999_999.99]) {
    const answer = await probe.place(probe.newNumber(), { unitPrice, maxTotal: 0.01 });
    expectKept(!isUnclear(answer.status), `a price of ${unitPrice} gets no clear response`, answer.exchange);
    expectKept(answer.status !== 400, `a price of ${unitPrice} counts as malformed`, answer.exchange);
    if (answer.status === 201) probe.readOrder(answer);
  }
}

/** A shop may refuse such an address, as long as it understands that the same text came again. */
async function takeTexts(probe: Probe): Promise<void> {
  const { name, phone } = probe.request('x').recipient;
  const addresses = [
    '上海市 🏠🚪 “1” \\ 2 号',
    'شارع الملك فهد ١٢',
    'e\u0301 \u200f\u202eabc',
    '长'.repeat(500),
  ];
  for (const address of addresses) {
    const merchantOrderNo = probe.newNumber();
    const fields = { recipient: { name, phone, address } };
    const first = await probe.place(merchantOrderNo, fields);
    const what = `the address ${JSON.stringify(address.slice(0, 20))}`;
    expectKept(!isUnclear(first.status) && first.status !== 400, `${what} is not understood`, first.exchange);
    if (first.status !== 201 && first.status !== 200) continue;
    const order = probe.readOrder(first);
    const second = await probe.place(merchantOrderNo, fields);
    expectKept(second.status === 200, `${what} counts as another when it comes again`, second.exchange);
    expectKept(probe.readOrder(second).orderId === order.orderId, 'there are two orders', second.exchange);
  }
}

async function ignoreUnknownFields(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const body = { ...probe.request(merchantOrderNo), gift: true, coupons: [{ code: 'x' }] };
  await probe.place(merchantOrderNo, body);
  await probe.buy(merchantOrderNo);
}

async function takeLongNumber(probe: Probe): Promise<void> {
  const order = await probe.buy(probe.newNumber().padEnd(64, '_'));
  expectKept(order.merchantOrderNo.length === 64, `the number of the order is ${order.merchantOrderNo}`);
}

export const FORM: readonly Check[] = [
  {
    group: 'form',
    name: 'bad-bodies',
    promise: 'A malformed order gets 400 with a reason, and nothing is made.',
    mend: 'Check every field of the body before the shop is called; the schema is in the OpenAPI document.',
    run: refuseBadBodies,
  },
  {
    group: 'form',
    name: 'amounts',
    promise: 'Amounts of yuan are read exactly to the fen.',
    mend: 'Round yuan x 100 to the nearest whole number; do not cut it off.',
    pieces: () => 1,
    run: takeAmounts,
  },
  {
    group: 'form',
    name: 'texts',
    promise: 'A recipient may have any characters, and up to 500 of them.',
    mend: 'Read the body as UTF-8, store it as it came, and compare what is stored with what comes again.',
    pieces: () => 4,
    run: takeTexts,
  },
  {
    group: 'form',
    name: 'unknown-fields',
    promise: 'Unknown fields of an order are ignored.',
    mend: 'Do not reject fields that the schema does not name: later versions add some.',
    pieces: () => 1,
    run: ignoreUnknownFields,
  },
  {
    group: 'form',
    name: 'long-number',
    promise: 'A merchant order number may have 64 characters.',
    mend: 'Give the column of the number room for 64 characters, and never cut a number.',
    pieces: () => 1,
    run: takeLongNumber,
  },
  {
    group: 'form',
    name: 'capabilities',
    promise: 'What the gateway says that it offers is there, and the rest is not.',
    mend: 'Let GET /capabilities say what the other routes do.',
    run: keepOffers,
  },
];
