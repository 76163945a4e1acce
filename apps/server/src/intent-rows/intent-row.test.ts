import type {
  acceptedOf,
  attemptEndingOf,
  endingOf,
  IntentChange,
  lateOrderOf,
  startOf,
} from '@procurement-intents/domain';
import { expectTypeOf, it } from 'vitest';
import type { AttemptChange } from '../purchasing/gather-evidence.ts';
import type { PlainChange } from './change-row.ts';
import type { Ending, Update } from './intent-row.ts';

it('an end is written as an end alone, so that look-ups are never forgotten', () => {
  type End = Omit<ReturnType<typeof endingOf>, 'alarms'>;
  expectTypeOf<End>().toExtend<Ending>();
  expectTypeOf<End>().not.toExtend<Update>();
  expectTypeOf<End>().not.toExtend<PlainChange>();
  expectTypeOf<End>().not.toExtend<AttemptChange>();
  expectTypeOf<Omit<End, 'needsLookup'>>().not.toExtend<Ending>();
  expectTypeOf<Omit<End, 'nextAttemptAt'>>().not.toExtend<Ending>();
  expectTypeOf<ReturnType<typeof startOf>>().toExtend<Update & PlainChange>();
  expectTypeOf<ReturnType<typeof startOf>>().not.toExtend<Ending>();
});

it('a change is written after its alarms were raised', () => {
  expectTypeOf<ReturnType<typeof acceptedOf>>().not.toExtend<Update>();
  expectTypeOf<ReturnType<typeof attemptEndingOf>>().not.toExtend<Ending>();
  expectTypeOf<ReturnType<typeof lateOrderOf>>().not.toExtend<PlainChange>();
});

it('a recipient is written by the writer that seals it alone', () => {
  type Moving = IntentChange<{ address: string; phone?: string }>;
  expectTypeOf<Moving>().toExtend<Update>();
  expectTypeOf<Moving>().not.toExtend<PlainChange>();
});
