import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS } from '@procurement-intents/contract/permissions';
import { GRANT_TYPE_NAMES } from '@procurement-intents/contract/oauth/grant-types';
import { INTENT_STATUSES } from '@procurement-intents/contract/lifecycle';
import { Dashboard } from '@procurement-intents/contract/company';
import { ROLES } from '@procurement-intents/contract/bearer/scopes';
import {
  CONTRACT_STATUSES,
  REQUEST_STATUSES,
  SPEND_GROUPS,
  SUPPLIER_STATUSES,
} from '@procurement-intents/contract/procurement';
import {
  ATTEMPT_TRIGGERS,
  DELIVERY_STATES,
  ENDPOINT_STATUSES,
  PAYLOADS,
  REPLAY_SCOPES,
  REPLAY_STATES,
} from '@procurement-intents/contract/webhooks';
import { expect, it } from 'vitest';
import { TEXTS as REQUEST_TEXTS } from '../features/procurement/request-draft.ts';
import { HEALTH } from '../features/dashboard/health.ts';
import { GROUPS, PAGES } from '../pages.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

const SOURCE = join(import.meta.dirname, '..');
const code = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n');

const keysIn = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [before + name] : keysIn(value as object, `${before}${name}.`),
  );
const known = new Set(keysIn(en));
const missing = (keys: readonly string[]): string[] => keys.filter((key) => !known.has(key));
const found = (pattern: RegExp): string[] => [...code.matchAll(pattern)].map(([, key = '']) => key);

it('has the same texts in both languages, and none is empty', () => {
  expect(keysIn(zh)).toEqual(keysIn(en));
  for (const texts of [zh, en])
    expect(
      Object.values(texts)
        .flatMap((family) => Object.values(family))
        .filter((text) => text === ''),
    ).toEqual([]);
});

it('keeps what is filled into a text in both languages', () => {
  const slots = (texts: object): string[] =>
    JSON.stringify(texts)
      .match(/\{\{\w+\}\}/g)
      ?.toSorted() ?? [];
  expect(slots(zh)).toEqual(slots(en));
});

it('has each text that the code names', () => {
  const named = found(/\b(?:t\(|\? |: )'([a-z]\w*\.[A-Za-z]\w*)'/g);
  expect(named.length).toBeGreaterThan(60);
  expect(missing(named)).toEqual([]);
});

it('has the name of each column and fact', () => {
  const names = [
    ...found(/\{ name: '(\w+)', show/g),
    ...found(/name: '(\w+)',\s+show/g),
    ...found(/^\s+\['(\w+)', /gm),
  ];
  expect(names.length).toBeGreaterThan(60);
  const facts = names.filter((name) => !(name in en.action) && name !== 'true' && name !== 'any');
  expect(missing(facts.map((name) => `columns.${name}`))).toEqual([]);
});

it.each<[string, readonly string[]]>([
  ['pages', PAGES.map(({ name }) => name)],
  ['status', INTENT_STATUSES],
  ['request', REQUEST_STATUSES],
  ['supplier', SUPPLIER_STATUSES],
  ['contract', CONTRACT_STATUSES],
  ['delivery', Object.keys(DELIVERY_STATES)],
  ['state', ENDPOINT_STATUSES],
  ['role', Object.keys(ROLES)],
  ['spend', SPEND_GROUPS],
  ['grant', GRANT_TYPE_NAMES.map((each) => each.split(':').at(-1) ?? '')],
  ['trigger', ATTEMPT_TRIGGERS],
  ['payload', PAYLOADS],
  ['replay', Object.keys(REPLAY_STATES)],
  ['replayScope', REPLAY_SCOPES],
  ['columns', REQUEST_TEXTS],
  ['groups', GROUPS],
  ['health', HEALTH],
  ['breaker', ['open', 'half-open']],
  ['queue', Object.keys(Dashboard.shape.queue.shape)],
  ['permission', PERMISSIONS.map((each) => each.replace(':', '_'))],
])('has the words of %s', (family, words) =>
  expect(missing(words.map((word) => `${family}.${word}`))).toEqual([]),
);
