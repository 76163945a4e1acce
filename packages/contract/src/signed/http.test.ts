import { expect, it } from 'vitest';
import { contract } from '../contract.ts';
import { METHODS, REQUEST_HEADERS } from './http.ts';

it('names the methods of the routes once each', () => {
  expect(METHODS).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
});

it('names every request header that a route declares', () => {
  const declared = Object.values(contract).flatMap((route) =>
    'headers' in route ? Object.keys(route.headers ?? {}) : [],
  );
  expect(declared.length).toBeGreaterThan(0);
  expect(REQUEST_HEADERS.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(declared));
});
