import { expect, test } from 'vitest';
import { createBoundedMemory } from './bounded-memory.ts';

test('forgets the keys that were seen least recently, and no others', () => {
  const memory = createBoundedMemory(2);
  memory.count('one');
  memory.count('two');
  memory.count('one');
  memory.count('three');
  expect(memory.count('one')).toBe(3);
  expect(memory.count('two')).toBe(1);
});
