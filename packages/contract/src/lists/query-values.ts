import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { AMOUNTS } from '../limits.ts';

/** A day, or a time with or without its offset. The calendar decides whether it exists. */
export const QUERY_TIME_PATTERN =
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

const isTime = (value: string): boolean => QUERY_TIME_PATTERN.test(value) && isRealTime(value);

function isRealTime(value: string): boolean {
  const day = Number(value.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate();
  return day >= 1 && day <= lastDay && !Number.isNaN(Date.parse(value));
}

export const QueryTime = z
  .string(fieldError)
  .refine(isTime, issueError({ rule: 'time' }))
  .meta({
    description: 'ISO 8601, in UTC unless it has an offset; a date alone means its whole day.',
    example: '2026-11-21',
  });
/** A whole number from 1, in digits. The SDK takes it as a number. */
export const WHOLE_NUMBER_PATTERN = /^[1-9][0-9]{0,15}$/;
/** A whole number from 0, in digits. The SDK takes it as a number. */
export const COUNT_PATTERN = /^(?:0|[1-9][0-9]{0,15})$/;
/** An amount in yuan, as a decimal. The SDK takes it as a number. */
export const AMOUNT_PATTERN = /^(0|[1-9][0-9]{0,10})(\.[0-9]{1,2})?$/;

export const QueryInteger = (max: number) =>
  z
    .string(fieldError)
    .regex(WHOLE_NUMBER_PATTERN, issueError({ rule: 'integer', min: 1, max }))
    .refine((value) => Number(value) <= max, issueError({ rule: 'integer', min: 1, max }));
export const QueryCount = (max: number) =>
  z
    .string(fieldError)
    .regex(COUNT_PATTERN, issueError({ rule: 'integer', min: 0, max }))
    .refine((value) => Number(value) <= max, issueError({ rule: 'integer', min: 0, max }));
export const QueryMoney = z
  .string(fieldError)
  .regex(AMOUNT_PATTERN, issueError({ rule: 'money', min: 0, max: AMOUNTS.totalMax }));
