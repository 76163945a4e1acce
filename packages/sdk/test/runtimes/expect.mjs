export class CheckFailed extends Error {}

export function equal(actual, expected, what = 'value') {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new CheckFailed(`${what} is ${a}, not ${b}`);
}

export const isTrue = (value, what) => equal(Boolean(value), true, what);
