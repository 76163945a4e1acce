import type { Request, RequestHandler, Response } from 'express';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const req = {} as Request;
const res = {} as Response;

/** What ran, and what came out at the end. */
async function run(handlers: RequestHandler[]) {
  return new Promise((resolve) => void inOrder(handlers)(req, res, (error?: unknown) => resolve(error)));
}

it('runs one after the other, each when the one before has passed on', async () => {
  const seen: string[] = [];
  const late: RequestHandler = (_req, _res, next) => setImmediate(() => (seen.push('late'), next()));
  const last: RequestHandler = (_req, _res, next) => (seen.push('last'), next());
  expect(await run([late, last])).toBeUndefined();
  expect(seen).toEqual(['late', 'last']);
});

it('ends with what one of them passes on or throws, in its own turn or later', async () => {
  const refusal = new Error('refused');
  const refuse: RequestHandler = (_req, _res, next) => next(refusal);
  const never: RequestHandler = () => expect.unreachable();
  expect(await run([refuse, never])).toBe(refusal);
  const fail: RequestHandler = () => {
    throw refusal;
  };
  expect(await run([fail, never])).toBe(refusal);
  const later: RequestHandler = (_req, _res, next) => void setImmediate(next);
  expect(await run([later, fail, never])).toBe(refusal);
  const failLater: RequestHandler = () => Promise.reject(refusal);
  expect(await run([failLater, never])).toBe(refusal);
});
