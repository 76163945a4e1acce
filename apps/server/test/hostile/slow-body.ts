import { connect, type Socket } from 'node:net';

export interface HalfSentBody {
  socket: Socket;
  /** All that was received so far. */
  received(): string;
  /** Settles when the connection has ended, however. */
  closed: Promise<void>;
  /** Whether every piece has gone. */
  isSent(): boolean;
}

/** Opens a connection, sends `head`, and then `piece` as often as `count` says and the connection takes it. */
export function sendInPieces(port: number, head: Buffer, piece: Buffer, count: number): HalfSentBody {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let left = count;
  const pump = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(piece)) return;
    }
  };
  socket.on('drain', pump);
  socket.on('data', (chunk) => chunks.push(chunk));
  // A service that has heard enough may reset the connection.
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    if (head.length > 0) socket.write(head);
    pump();
  });
  const isSent = (): boolean => left === 0 && socket.writableLength === 0;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => Buffer.concat(chunks).toString(), closed, isSent };
}
