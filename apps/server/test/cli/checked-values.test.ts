import {
  CreateIntentBody,
  type CreateIntentInput,
  LIMITS,
  ListEventsQuery,
  ListIntentsQuery,
} from '@procurement-intents/contract';
import { CreateWebhookBody } from '@procurement-intents/contract/webhooks';
import { expect, it } from 'vitest';
import { FIELD_NAMES, ORDER_FIELDS } from '../../../../packages/cli/src/intents/order-fields.ts';
import {
  type LabelFilters,
  parseLabelFilter,
  parseLabels,
} from '../../../../packages/cli/src/intents/parse-labels.ts';
import { parseFrom, parseTime } from '../../../../packages/cli/src/parse-arguments.ts';
import { WEBHOOK_FIELDS } from '../../../../packages/cli/src/webhooks/webhook-fields.ts';

// The command line has the limits of the contract, and functions of its own that apply them. Here both judge the same.

const accepts = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

const TEXTS = [
  '',
  ' abcd ',
  'a\nb',
  'a\u202eb',
  '\ud800',
  '🛒🛒🛒🛒🛒',
  '13800138000',
  '１3800138000',
  'PLATFORM_A',
  'item/1',
  'http://h',
  `https://h/${'x'.repeat(2_039)}`,
  ...[1, 49, 50, 51, 64, 65, 199, 200, 201, 499, 500, 501].map((length) => '长'.repeat(length)),
];
const NUMBERS = [
  '0',
  '0.009',
  '0.01',
  '1.005',
  '1.10',
  '-1',
  '999999',
  '1000000',
  '99999999.99',
  '100000000',
];

type FieldName = keyof CreateIntentInput;

const LABELS = [
  ...['a', 'A', '1', '', 'a.b-c_9', 'a b', `a${'0'.repeat(39)}`, `a${'0'.repeat(40)}`].map(
    (key) => `${key}=x`,
  ),
  ...TEXTS.map((text) => `batch=${text}`),
  'batch=a=b',
];
const toLabels = (text: string) => {
  const equals = text.indexOf('=');
  return { [text.slice(0, equals)]: text.slice(equals + 1) };
};
const toFlag = (text: string): boolean => text === 'true';

/** Texts of a field, and their values as the service takes them. */
const CASES: Partial<Record<FieldName, [texts: string[], read: (text: string) => unknown]>> = {
  price: [NUMBERS, Number],
  quantity: [NUMBERS, Number],
  draft: [['true', 'false'], toFlag],
  labels: [LABELS, toLabels],
};

it.each(FIELD_NAMES)('accepts of %s what the service accepts', (name) => {
  const { parse } = ORDER_FIELDS[name];
  const [texts, read] = CASES[name] ?? [TEXTS, String];
  const judged = texts.map((text) => [text, accepts(parse, text)]);
  expect(judged).toEqual(
    texts.map((text) => [text, CreateIntentBody.shape[name].safeParse(read(text)).success]),
  );
});

it('takes as many labels as the service, each key once', () => {
  const many = (count: number): string =>
    Array.from({ length: count }, (_, index) => `k${index}=x`).join(',');
  expect(accepts(parseLabels, many(LIMITS.labelsPerIntent))).toBe(true);
  expect(accepts(parseLabels, many(LIMITS.labelsPerIntent + 1))).toBe(false);
  expect(accepts(parseLabels, 'a=x,a=y')).toBe(false);
  expect(parseLabels('')).toEqual({});
});

it('takes as many filters by labels as the service', () => {
  const five = ['a=1', 'b=1,2', 'c=1', 'd=1', 'e=1'].reduce<LabelFilters>(
    (before, text) => parseLabelFilter(text, before),
    {},
  );
  expect(five).toMatchObject({ 'label[a]': '1', 'label[b][in]': '1,2' });
  expect(ListIntentsQuery.safeParse(five).success).toBe(true);
  expect(accepts((text) => parseLabelFilter(text, five), 'f=1')).toBe(false);
  expect(accepts(parseLabelFilter, 'a=')).toBe(false);
});

it.each([
  '2028-02-29',
  '2026-02-29',
  '2026-11-00',
  '2026-13-01',
  '2026-11-01T25:00Z',
  '2026-11-01T09:30+08:00',
])('accepts the time %j as the service does', (text) => {
  expect(accepts(parseTime, text)).toBe(ListIntentsQuery.safeParse({ startDate: text }).success);
});

it.each(['url', 'description', 'eventTypes', 'maxPerSecond'] as const)(
  'accepts of %s of an endpoint what the service accepts',
  (name) => {
    const { parse } = WEBHOOK_FIELDS[name];
    const texts = {
      // Whether an address may be an endpoint's is judged by the service alone.
      url: ['https://h/hooks', `https://h/${'x'.repeat(2_038)}`, `https://h/${'x'.repeat(2_039)}`],
      description: TEXTS,
      eventTypes: [
        '*',
        '*,intent.failed',
        '',
        'intent.failed',
        'intent.failed,order.shipped',
        'webhook.test',
      ],
      maxPerSecond: ['0', '1', '25', '50', '51', '1.5', '-1'],
    }[name];
    const read = (text: string) =>
      name === 'eventTypes' ? text.split(',') : name === 'maxPerSecond' ? Number(text) : text;
    const judged = texts.map((text) => [text, accepts(parse, text)]);
    expect(judged).toEqual(
      texts.map((text) => [text, CreateWebhookBody.shape[name].safeParse(read(text)).success]),
    );
  },
);

it.each(['now', '0', '7', '104217', '-1', '1.5', '', '07', '9'.repeat(16)])(
  'begins in the feed at %j as the service does',
  (text) => {
    const cursor = text === 'now' ? 'latest' : text;
    expect(accepts(parseFrom, text)).toBe(ListEventsQuery.safeParse({ cursor }).success);
  },
);
