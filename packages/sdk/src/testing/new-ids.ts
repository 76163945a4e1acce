/** Makes ids in the form of a UUIDv7 behind a prefix, so that ids sort by creation time. */
export function createIds() {
  let made = 0;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return (prefix: string, now: Date): string => {
    made += 1;
    return `${prefix}${hex(now.getTime(), 12)}70008${hex(made, 15)}`;
  };
}
export type NewId = ReturnType<typeof createIds>;
