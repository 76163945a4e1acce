import type { CreateAndWaitOptions, CreateOptions } from './call-options.ts';

// A test holds both lists to the types of the options, whose file would close a circle of imports.
export const SHARED_OPTIONS = [
  'baseUrl',
  'language',
  'timeoutMs',
  'queueTimeoutMs',
  'maxRetries',
  'onAttempt',
  'fetch',
] as const;
export const APP_OPTIONS = ['appId', 'appSecret', 'signer', 'dangerouslyAllowBrowser'] as const;

const CREATE_OPTIONS: Record<keyof CreateOptions | keyof CreateAndWaitOptions, true> = {
  idempotencyKey: true,
  timeoutMs: true,
  queueTimeoutMs: true,
  maxRetries: true,
  requestId: true,
  signal: true,
  // Those of a wait, which `createAndWait` passes on.
  until: true,
  onChange: true,
};

/**
 * @throws TypeError for a misspelt option of a client: with `timeoutms`, its limit would be another one. An object of the caller's
 *   own may have more in it, so a name that is near no option is left alone.
 */
export function checkClientNames(options: object): void {
  const own = 'credential' in options ? ['credential'] : APP_OPTIONS;
  const known = [...SHARED_OPTIONS, ...own];
  refuse(
    unknownOf(options, known).filter((name) => findNearest(name, known) !== undefined),
    known,
  );
}

/**
 * @throws TypeError for an option of a create that does not exist: with `idempotencykey`, a repeated create would buy twice.
 */
export function checkCallNames(operation: string, options: object): void {
  if (!/create/.test(operation)) return;
  if (typeof options !== 'object')
    throw new TypeError('options must be an object, such as { idempotencyKey: … }');
  const known = Object.keys(CREATE_OPTIONS);
  refuse(unknownOf(options, known), known);
}

const unknownOf = (options: object, known: readonly string[]): string[] =>
  Object.keys(options).filter((name) => !known.includes(name));

function refuse(unknown: readonly string[], known: readonly string[]): void {
  if (unknown.length === 0) return;
  const meant = unknown.flatMap((name) => findNearest(name, known) ?? []);
  const hint = meant.length > 0 ? `, did you mean ${meant.join(', ')}?` : ':';
  throw new TypeError(`unknown option ${unknown.join(', ')}${hint} known are ${known.join(', ')}`);
}

/** The known name that is at most a third of its letters away, whatever their case. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((each) => ({
    each,
    distance: distanceOf(name.toLowerCase(), each.toLowerCase()),
  }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= nearest.each.length / 3 ? nearest.each : undefined;
}

/** How many letters have to be added, removed or replaced to make `b` of `a` (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (const [place, letter] of Array.from(a).entries()) {
    const next = [place + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
