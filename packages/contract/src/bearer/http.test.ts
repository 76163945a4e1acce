import { expect, it } from 'vitest';
import { errorFormAt, isBearerPath } from './http.ts';

it.each([
  ['/v1', 'bearer', true],
  ['/v1/apps', 'bearer', true],
  ['/auth/login', 'bearer', true],
  ['/console/session', 'bearer', false],
  ['/oauth/token', 'oauth', true],
  ['/.well-known/oauth-authorization-server', 'oauth', false],
  ['/api/v1/intents', 'envelope', false],
  ['/v10', 'envelope', false],
  ['', 'envelope', false],
])('the errors at "%s" have the form %s; it is of the bearer scheme: %s', (path, form, isBearer) => {
  expect([errorFormAt(path), isBearerPath(path)]).toEqual([form, isBearer]);
});
