import { once } from 'node:events';
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { onTestFinished } from 'vitest';

type Options = Pick<TcpNetConnectOpts, 'allowHalfOpen' | 'noDelay'>;

/** A connection from that address, on which a test writes requests byte by byte. `closed` resolves however it ends. */
export async function openConnection(port: number, localAddress = '127.0.0.1', options: Options = {}) {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress, ...options });
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // The service may reset a connection that it closes.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const answered = () => received.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9))) ?? [];
  /** Sends the request, and resolves with the status of its answer. */
  async function ask(bytes: Buffer): Promise<number | undefined> {
    const before = answered().length;
    socket.write(bytes);
    while (answered().length === before) await once(socket, 'data');
    return answered().at(-1);
  }
  return { socket, ask, answered, closed, received: () => received };
}
