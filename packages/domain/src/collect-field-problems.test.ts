import { encodeFieldIssue, IMMUTABLE_FIELDS, UpdateIntentBody } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { collectFieldProblems } from './collect-field-problems.ts';

const required = { rule: 'required' } as const;
const issue = (path: PropertyKey[], rule: Parameters<typeof encodeFieldIssue>[0] = required) => ({
  message: encodeFieldIssue(rule),
  path,
});

it('reports nothing for valid parts', () => {
  expect(collectFieldProblems([null, undefined, { issues: [] }])).toEqual([]);
});

it('names each field by its dotted path, in the order of the parts', () => {
  const query = { issues: [issue(['page'])] };
  const body = { issues: [issue(['items', 0, 'price']), { message: 'own words', path: [{ key: 'title' }] }] };
  expect(collectFieldProblems([query, null, body])).toEqual([
    { field: 'page', issue: required },
    { field: 'items.0.price', issue: required },
    { field: 'title', issue: { rule: 'type', values: [] } },
  ]);
});

it('reports only the first problem of a field', () => {
  const length = { rule: 'length', min: 2, max: 50 } as const;
  const parts = [{ issues: [issue(['title'], length), issue(['title'])] }, { issues: [issue(['title'])] }];
  expect(collectFieldProblems(parts)).toEqual([{ field: 'title', issue: length }]);
});

it('reports every unknown field, and separately those that exist but cannot be updated', () => {
  const sent = {
    quantity: 0,
    color: 'red',
    ...Object.fromEntries(IMMUTABLE_FIELDS.map((name) => [name, 1])),
  };
  const { error } = UpdateIntentBody.safeParse(sent);
  const problems = collectFieldProblems([error]);
  expect(problems).toHaveLength(Object.keys(sent).length);
  expect(problems).toContainEqual({ field: 'color', issue: { rule: 'unknown' } });
  for (const field of IMMUTABLE_FIELDS)
    expect(problems).toContainEqual({ field, issue: { rule: 'immutable' } });
  expect(problems.find(({ field }) => field === 'quantity')?.issue.rule).toBe('integer');
});

it('reports an unknown field under the path of its object', () => {
  const unknown = issue(['recipient'], { rule: 'unknown', keys: ['fax', 'pager'] });
  expect(collectFieldProblems([{ issues: [unknown] }]).map(({ field }) => field)).toEqual([
    'recipient.fax',
    'recipient.pager',
  ]);
});

it('reports a hundred fields at most, however many unknown ones a body has', () => {
  const keys = Array.from({ length: 5000 }, (_, index) => `key${index}`);
  expect(collectFieldProblems([{ issues: [issue([], { rule: 'unknown', keys })] }])).toHaveLength(100);
  const each = keys.slice(0, 150).map((key) => issue([key]));
  expect(collectFieldProblems([{ issues: each.slice(0, 75) }, { issues: each.slice(75) }])).toHaveLength(100);
});
