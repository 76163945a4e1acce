import { expect, it } from 'vitest';
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction, type AuditActionOn } from './audit-actions.ts';
import { AuditEvent } from './session-schemas.ts';

it('has a row for every action that compiles', () => {
  // @ts-expect-error -- no row
  const unknown: AuditAction = 'user.unknown';
  // @ts-expect-error -- its subject is an App
  const foreign: AuditActionOn<'user'> = 'app.user_redacted';
  const known: AuditActionOn<'user'> = 'profile.updated';
  expect([unknown in AUDIT_ACTIONS, foreign in AUDIT_ACTIONS, known in AUDIT_ACTIONS]).toEqual([
    false,
    true,
    true,
  ]);
});

it.each(AUDIT_ACTION_NAMES)('says of %s what was done, and who can do it', (name) => {
  expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
  // As long as a filter of the list may be.
  expect(name.length).toBeLessThanOrEqual(64);
  const { en, by } = AUDIT_ACTIONS[name];
  expect(en).toMatch(/^[A-Z][ -~]+[^.]$/);
  expect(new Set(by).size).toBe(by.length);
  expect(by.length).toBeGreaterThan(0);
});

it('is what the field of the interface lists', () => {
  const listed = AuditEvent.shape.action.meta()?.description?.match(/`[^`]+`/g);
  expect(listed).toEqual(AUDIT_ACTION_NAMES.map((name) => `\`${name}\``));
});
