import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectionOf, openConnection } from './connection.ts';

it('is not read any more once more arrives than the request that waits', () => {
  const socket = new Socket();
  openConnection(socket, { countFlood: () => expect.unreachable() }, null);
  const connection = connectionOf(socket);
  expect(connection.refuseExcess()).toBe(false);
  expect(socket.isPaused()).toBe(false);
  connection.hold();
  expect(connection.refuseExcess()).toBe(true);
  expect(socket.isPaused()).toBe(true);
  expect(connection.release()).toBe(true);
});
