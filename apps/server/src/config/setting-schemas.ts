import { z } from 'zod';
import { parseIpRange } from '../edge/check-ip.ts';

/** A whole number in decimal digits. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
/** 32 bytes in base64. */
export const key = z
  .string()
  // Node skips over what is no base64, and an all-zero key is a template that nobody filled in.
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.some((byte) => byte !== 0));
const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** A range of addresses, or the name of some. */
export const isProxy = (entry: string): boolean => proxyNames.has(entry) || parseIpRange(entry) !== null;
/** What an address of a page can begin with. */
export const isPrefix = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
/** Scheme, host and port, and nothing after them. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
/** A port; 0 takes a free one. */
export const port = integer(0, 65_535);
/** Parts between commas, without the empty ones. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
/** An address with one of these schemes. */
export const url = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)));
