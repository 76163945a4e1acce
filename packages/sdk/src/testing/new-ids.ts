import { type IdKind, idOf } from '@procurement-intents/contract';

/** Makes ids in the form of a UUIDv7 behind the prefix of their kind, so that ids sort by creation time. */
export function createIds() {
  let made = 0;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return (kind: IdKind, now: Date): string => {
    made += 1;
    return idOf(kind, `${hex(now.getTime(), 12)}70008${hex(made, 15)}`);
  };
}
export type NewId = ReturnType<typeof createIds>;
