/**
 * @throws TypeError for a name that is not known: a test of an outage would pass without its outage.
 */
export function checkNames(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`unknown ${what} ${JSON.stringify(unknown)}: known are ${known.join(', ')}`);
}
