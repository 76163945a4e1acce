import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { guardHttps } from './guard-https.ts';

function pass(isRequired: boolean, secure: boolean) {
  const next = vi.fn<() => void>();
  const headers: Record<string, string> = {};
  const res = { setHeader: (name: string, value: string) => void (headers[name] = value) };
  let refusal: unknown = null;
  try {
    guardHttps(isRequired)({ secure } as Request, res as unknown as Response, next);
  } catch (error) {
    refusal = (error as { errorName?: string }).errorName;
  }
  return { refusal, headers, passed: next.mock.calls.length };
}

it.each([true, false])(
  'asks a caller that came over https to stay there, required or not (%s)',
  (isRequired) => {
    expect(pass(isRequired, true)).toEqual({
      refusal: null,
      headers: { 'Strict-Transport-Security': 'max-age=31536000' },
      passed: 1,
    });
  },
);

it('refuses any other caller where https is required, and asks it for nothing', () => {
  expect(pass(true, false)).toEqual({ refusal: 'HTTPS_REQUIRED', headers: {}, passed: 0 });
});

it('lets plain HTTP through where it is not required', () => {
  expect(pass(false, false)).toEqual({ refusal: null, headers: {}, passed: 1 });
});
