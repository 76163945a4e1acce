import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTES } from './http.ts';

const SOURCE = join(import.meta.dirname, '..');
const code = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n')
  // The names of types are no calls.
  .replaceAll(/\b(?:AnswerOf|BodyOf)<'\w+'>/g, '');

const LISTED = 'the list has all of it';

/** Operations that no page needs, and why. */
const UNUSED = {
  login: 'the console has a session of its own',
  logout: 'the console has a session of its own',
  getProfile: 'the session says who is logged in',
  getUser: LISTED,
  getApiKey: LISTED,
  getOAuthClient: LISTED,
  getApp: LISTED,
  getSupplier: LISTED,
  getOrder: LISTED,
  getAppWebhook: LISTED,
  reportPolicyViolation: 'browsers send it',
};

it('offers every operation of the contract somewhere', () => {
  const isCalled = (operation: string): boolean =>
    new RegExp(`'${operation}'|operation="${operation}"`).test(code);
  expect(
    Object.keys(ROUTES)
      .filter((operation) => !isCalled(operation))
      .toSorted(),
  ).toEqual(Object.keys(UNUSED).toSorted());
});
