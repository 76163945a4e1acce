import { expect, test } from 'vitest';
import { createLruMap } from './lru-map.ts';

test('drops the least recently used keys, and no others', () => {
  const memory = createLruMap(2);
  memory.count('one');
  memory.count('two');
  memory.count('one');
  memory.count('three');
  expect(memory.count('one')).toBe(3);
  expect(memory.count('two')).toBe(1);
});

test('keeps the first number of a key', () => {
  const memory = createLruMap(2);
  expect(memory.keep('one', 5)).toBe(5);
  expect(memory.keep('one', 9)).toBe(5);
  memory.clear();
  expect(memory.keep('one', 9)).toBe(9);
});
