import { expect, it } from 'vitest';
import { digitsOf, exampleId, ID_PREFIXES, idOf, type IdKind, idPattern } from './ids.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];

it('has a prefix for each kind that begins no other one', () => {
  const prefixes = Object.values(ID_PREFIXES);
  for (const prefix of prefixes) {
    expect(prefix).toMatch(/^[a-z]{2,3}_$/);
    expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
  }
});

it.each(KINDS)('takes an id of %s apart, and knows its form', (kind) => {
  const digits = digitsOf(kind, exampleId(kind));
  expect(digits).toMatch(/^[0-9a-f]{32}$/);
  expect(idOf(kind, digits)).toBe(exampleId(kind));
  for (const other of KINDS) expect(idPattern(other).test(exampleId(kind))).toBe(other === kind);
  expect(`${exampleId(kind)}0`).not.toMatch(idPattern(kind));
});
