import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { AMOUNTS } from '../limits.ts';
import { isWholeFen } from '../money.ts';

/** An amount in yuan in a request, with at most 2 decimals. */
export function yuanField({ min, max }: { min: number; max: number }, description: string, example: number) {
  return z
    .number(fieldError)
    .refine(
      (value) => value >= min && value <= max && isWholeFen(value),
      issueError({ rule: 'money', min, max }),
    )
    .meta({
      description: `${description}, in yuan, at most 2 decimals.`,
      minimum: min,
      maximum: max,
      example,
    });
}

/** The largest amount of an approval limit, a contract or a report. */
export const MAX_YUAN = AMOUNTS.totalMax;

/** An amount in yuan in an answer. */
export const Yuan = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in yuan, from 0.`, minimum: 0, example });
