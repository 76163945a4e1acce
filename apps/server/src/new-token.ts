import { hash } from 'node:crypto';
import { RANDOM_DIGITS } from '@procurement-intents/contract/bearer';
import { toBase62 } from '@procurement-intents/domain/bearer';
import { createRandomSource } from './random-bytes.ts';

const drawBytes = createRandomSource(32);

/** 256 random bits as 43 digits in base62, for a token, a secret or an API key. */
export const newDigits = (): string => toBase62(drawBytes(), RANDOM_DIGITS);

/** The SHA-256 of a credential: what is stored of it, and what it is found by. */
export const hashOf = (credential: string): Buffer<ArrayBuffer> => hash('sha256', credential, 'buffer');
