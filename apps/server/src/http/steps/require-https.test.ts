import { expect, it } from 'vitest';
import type { RequestContext } from '../request-context.ts';
import { requireHttps } from './require-https.ts';

function pass(isRequired: boolean, secure: boolean) {
  const headers: Record<string, string> = {};
  const addHeader = (name: string, value: string) => void (headers[name] = value);
  let refusal: unknown = null;
  try {
    requireHttps({ req: { secure }, addHeader } as unknown as RequestContext, isRequired);
  } catch (error) {
    refusal = (error as { errorName?: string }).errorName;
  }
  return { refusal, headers };
}

it.each([true, false])('sends Strict-Transport-Security over https, required or not (%s)', (isRequired) => {
  const headers = { 'Strict-Transport-Security': 'max-age=31536000' };
  expect(pass(isRequired, true)).toEqual({ refusal: null, headers });
});

it('refuses plain HTTP when https is required, without that header', () => {
  expect(pass(true, false)).toEqual({ refusal: 'HTTPS_REQUIRED', headers: {} });
});

it('accepts plain HTTP when https is not required', () => {
  expect(pass(false, false)).toEqual({ refusal: null, headers: {} });
});
