import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { limitPieces } from './limit-pieces.ts';

it('counts the pieces of all answers of a call together', async () => {
  const server = createServer((_req, res) => {
    for (let count = 0; count < 5000; count += 1) res.write(' ');
    res.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (dispatcher: Pick<Agent, 'request'>) =>
    (await (await dispatcher.request({ origin, path: '/', method: 'GET' })).body.text()).length;
  const call = agent.compose(limitPieces());
  expect(await read(call)).toBe(5000);
  await expect(read(call)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  expect(await read(agent.compose(limitPieces()))).toBe(5000);
});
