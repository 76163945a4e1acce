import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('allows nothing risky, asks and has no token by default', () => {
  const policy = { allowed: new Set(), maxTotalFen: null, isConfirmed: true };
  expect(readSettings({})).toEqual({ policy, token: null });
  expect(readSettings({ PROCUREMENT_MCP_ALLOW: '', PROCUREMENT_MCP_CONFIRM: '' })).toEqual({
    policy,
    token: null,
  });
});

it('reads amounts exactly', () => {
  const fenOf = (yuan: string) => readSettings({ PROCUREMENT_MCP_MAX_TOTAL: yuan }).policy.maxTotalFen;
  expect(['500', '0.01', '1.1', '8.95', '999999999999.99'].map(fenOf)).toEqual([
    50000, 1, 110, 895, 99999999999999,
  ]);
});

it.each([
  ['PROCUREMENT_MCP_ALOW', 'submit'],
  ['PROCUREMENT_MCP_', 'x'],
  ['PROCUREMENT_MCP_toString', 'x'],
  ['PROCUREMENT_MCP_ALLOW', 'submit,buy'],
  ['PROCUREMENT_MCP_ALLOW', 'SUBMIT'],
  ['PROCUREMENT_MCP_MAX_TOTAL', '0'],
  ['PROCUREMENT_MCP_MAX_TOTAL', '-5'],
  ['PROCUREMENT_MCP_MAX_TOTAL', '1e3'],
  ['PROCUREMENT_MCP_MAX_TOTAL', '1.999'],
  ['PROCUREMENT_MCP_MAX_TOTAL', 'Infinity'],
  ['PROCUREMENT_MCP_CONFIRM', 'no'],
  ['PROCUREMENT_MCP_CONFIRM', 'true'],
  ['PROCUREMENT_MCP_TOKEN', 'x'.repeat(31)],
  ['PROCUREMENT_MCP_TOKEN', `${'x'.repeat(32)} y`],
])('refuses %s=%s and names it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

it('needs the most that an intent may cost where submit is allowed', () => {
  const allowed = { PROCUREMENT_MCP_ALLOW: 'submit' };
  expect(() => readSettings(allowed)).toThrow('PROCUREMENT_MCP_MAX_TOTAL is required');
  expect(() => readSettings({ ...allowed, PROCUREMENT_MCP_MAX_TOTAL: '' })).toThrow('is required');
  expect(readSettings({ ...allowed, PROCUREMENT_MCP_MAX_TOTAL: '9.50' }).policy).toMatchObject({
    maxTotalFen: 950,
  });
  expect(readSettings({ PROCUREMENT_MCP_ALLOW: 'cancel' }).policy.maxTotalFen).toBeNull();
});

it('never repeats a token', () => {
  expect(() => readSettings({ PROCUREMENT_MCP_TOKEN: 'my-short-secret' })).toThrow(/^(?!.*my-short-secret)/s);
});
