import { z } from 'zod';
import { parseIpRange } from '@procurement-intents/domain/ip-range';
import type { SettingType } from './setting.ts';

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

/** A whole number in decimal digits. */
export const wholeNumber = (min: number, max: number, what = 'a whole number'): SettingType<number> => ({
  schema: integer(min, max),
  rule: `${what} from ${min} to ${max}`,
});
export const milliseconds = (min: number, max: number): SettingType<number> =>
  wholeNumber(min, max, 'milliseconds');
/** A port number; 0 selects a free port. */
export const port = (min = 0): SettingType<number> => wholeNumber(min, 65_535, 'a port number');

/** Any text that is not empty. */
export const text = (rule: string): SettingType<string> => ({ schema: z.string().min(1), rule });
export const pattern = (regex: RegExp, rule: string): SettingType<string> => ({
  schema: z.string().regex(regex),
  rule,
});

/** One of the given words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): SettingType<Word> {
  const rule = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { schema: z.enum(words), rule };
}
export const flag: SettingType<boolean> = {
  schema: z.enum(['true', 'false']).transform((word) => word === 'true'),
  rule: 'true or false',
};

const withScheme = (schemes: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)));
/** An address with one of two schemes. */
export const address = (scheme: string, other: string): SettingType<string> => ({
  schema: withScheme([scheme, other]),
  rule: `${scheme === 'http' ? 'an http or https' : `a ${scheme}:// or ${other}://`} address`,
});
export const postgresAddress: SettingType<string> = {
  schema: withScheme(['postgres', 'postgresql']),
  rule: 'a postgresql:// address',
};

/** 32 bytes in base64. */
export const key: SettingType<Buffer> = {
  schema: z
    .string()
    // Node ignores characters that are not base64. A key of zeros is a template without a value.
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .transform((value) => Buffer.from(value, 'base64'))
    .refine((bytes) => bytes.some((byte) => byte !== 0)),
  rule: '32 bytes in base64',
};
export const time: SettingType<Date> = {
  schema: z.iso.datetime({ offset: true }).transform((value) => new Date(value)),
  rule: 'an ISO 8601 time with its offset, such as 2026-11-21T08:30:00Z',
};

/** A comma-separated list, without empty parts. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
export const listOf = (
  isPart: (part: string) => boolean,
  rule: string,
  minLength = 0,
): SettingType<readonly string[]> => ({
  schema: list.refine((parts) => parts.length >= minLength && parts.every(isPart)),
  rule,
});

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** Whether the text is an address, a CIDR range or a named range. */
export const isProxy = (entry: string): boolean => proxyNames.has(entry) || parseIpRange(entry) !== null;
/** Whether the text can be the prefix of page addresses. */
export const isPrefix = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
/** Whether the text is an origin: scheme, host and port. */
export const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;
