import { expect, it } from 'vitest';
import type { EventRow } from './event-row.ts';
import { EVENT_TYPES, EVENTS, type EventType } from './events.ts';
import { INTENT_ACTIONS, type IntentAction, LIFECYCLE, type LifecycleRule } from './lifecycle.ts';

const rowOf = (type: EventType): EventRow => EVENTS[type];
const reporting = (action: IntentAction | 'create'): EventType[] =>
  EVENT_TYPES.filter((type) => rowOf(type).actions.includes(action));

it('names what it is about and what happened', () => {
  for (const type of EVENT_TYPES) expect(type).toMatch(/^(intent|order|webhook)\.[a-z]+(_[a-z]+)*$/);
});

it('reports a create by the status that it may have', () => {
  expect(reporting('create').map((type) => rowOf(type).to)).toEqual(['DRAFT', 'SUBMITTED']);
});

it.each(INTENT_ACTIONS)('reports %s once, with the status that it leads to', (action) => {
  const rule: LifecycleRule = LIFECYCLE[action];
  const expected = [rule.to === 'removed' ? null : rule.to];
  expect(reporting(action).map((type) => rowOf(type).to)).toEqual(expected);
});

it('says in words what happened and what `detail` holds', () => {
  for (const type of EVENT_TYPES) expect(rowOf(type).en, type).toMatch(/^[A-Z][ -~]+[^.]$/);
  const details = EVENT_TYPES.map((type) => rowOf(type).detail?.holds).filter(
    (detail) => detail !== undefined,
  );
  for (const detail of details) expect(detail).toMatch(/^(the|all) [ -~]+[^.]$/);
  expect(details.length).toBeGreaterThan(0);
});
