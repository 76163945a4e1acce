import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTES } from '../src/http/routes.ts';
import { openGateway } from './support/open-gateway.ts';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
}

const DOCUMENT = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi/gateway.json'), 'utf8'),
) as Document;
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    path,
    method: method.toUpperCase(),
    responses,
  })),
);

it.each(OPERATIONS)('answers $method $path as the document says', async ({ path, method, responses }) => {
  const { call } = openGateway();
  const answer = await call(method, path.replace(/\{\w+\}/, 'no-1'), method === 'POST' ? { body: '{}' } : {});
  expect(Object.keys(responses)).toContain(String(answer.status));
  expect(answer.body['reason']).not.toBe('NOT_FOUND');
});

it('has no operation of the protocol that the document does not name', () => {
  const own = new Set(['metrics', 'health', 'productPage']);
  expect(ROUTES.filter(({ name }) => !own.has(name))).toHaveLength(OPERATIONS.length);
});
