import { expect, it } from 'vitest';
import { IdleConnections } from './idle-connections.ts';

/** Those that are idle, and the one that is next to go, until none is left. */
function drain(idle: IdleConnections<string>): string[] {
  const gone: string[] = [];
  for (let next = idle.longestOfMost; next !== null; next = idle.longestOfMost) {
    gone.push(next);
    idle.delete(next[0] as string, next);
  }
  return gone;
}

it('gives up the longest idle connection of the holder with most of them, each time', () => {
  const idle = new IdleConnections<string>();
  for (const one of ['a1', 'b1', 'b2', 'a2', 'b3', 'c1', 'b4']) idle.add(one[0] as string, one);
  expect(drain(idle)).toEqual(['b1', 'b2', 'a1', 'b3', 'c1', 'a2', 'b4']);
  expect(idle.longestOfMost).toBeNull();
});

it('begins anew for a connection that was in use', () => {
  const idle = new IdleConnections<string>();
  for (const one of ['a1', 'a2', 'a3', 'b1']) idle.add(one[0] as string, one);
  idle.delete('a', 'a1');
  idle.add('a', 'a1');
  expect(drain(idle)).toEqual(['a2', 'a3', 'b1', 'a1']);
});

it('is told of one that it does not know without losing another', () => {
  const idle = new IdleConnections<string>();
  idle.add('a', 'a1');
  idle.delete('a', 'a2');
  idle.delete('b', 'b1');
  expect(drain(idle)).toEqual(['a1']);
});
