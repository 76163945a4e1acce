import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';

/** Parameters as they were sent: a repeated one is a list. */
export type GivenParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a parameter was sent as. */
export type Parameter = { state: 'absent' | 'malformed' } | { state: 'given'; value: string };

const ABSENT: Parameter = { state: 'absent' };
const MALFORMED: Parameter = { state: 'malformed' };

/**
 * A parameter that may be sent once. Without a value it counts as absent (RFC 6749, 3.1). Malformed: repeated, too long,
 * not Unicode, or with control characters.
 */
export function readParameter(parameters: GivenParameters, name: string): Parameter {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === '') return ABSENT;
  return typeof value === 'string' && isPlainText(value) ? { state: 'given', value } : MALFORMED;
}

/** The value of a parameter that may be sent once; null when it is absent or malformed. */
export function valueOf(parameters: GivenParameters, name: string): string | null {
  const parameter = readParameter(parameters, name);
  return parameter.state === 'given' ? parameter.value : null;
}

const isPlainText = (value: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  value.length <= OAUTH_LIMITS.parameterChars && value.isWellFormed() && !/[\x00-\x1f\x7f]/.test(value);
