import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** What a proxy does to the first connection through it. */
export const FAULTS = [
  'cut-before-request',
  'cut-in-request',
  'cut-after-request',
  'cut-answer',
  'stall-answer',
  'truncate-answer',
  'duplicate-answer',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Of a request that is cut, this much arrives: the head and a part of the body. */
const CUT_SHARE = 0.7;
/** A request whose client sends nothing for so long is complete. */
const QUIET_MS = 20;
/** Of a truncated answer, this much arrives. */
const TRUNCATED_SHARE = 0.5;

interface Target {
  host: string;
  port: number;
}

/** Forwards TCP connections on this machine to the gateway, with one fault. It needs no help of the gateway. */
export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #fault: Fault;
  readonly #target: Target;
  #isArmed = false;

  private constructor(fault: Fault, target: Target) {
    this.#fault = fault;
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  /** Runs `work` with a proxy, and ends the proxy. */
  static async with<T>(fault: Fault, target: Target, work: (proxy: FaultProxy) => Promise<T>): Promise<T> {
    const proxy = new FaultProxy(fault, target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    try {
      return await work(proxy);
    } finally {
      await proxy.#close();
    }
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From here on the fault takes effect: the connection, with its encryption, is there, and the request comes next. */
  arm(): void {
    this.#isArmed = true;
  }

  async #close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    const upstream = connect(this.#target);
    this.#track(client);
    this.#track(upstream);
    const cut = () => {
      upstream.destroy();
      client.destroy();
    };
    let quiet: NodeJS.Timeout | undefined;
    client.on('data', (piece: Buffer) => {
      if (this.#isArmed && this.#fault === 'cut-before-request') cut();
      else if (this.#isArmed && this.#fault === 'cut-in-request')
        upstream.write(piece.subarray(0, Math.floor(piece.length * CUT_SHARE)), cut);
      else upstream.write(piece);
      if (!this.#isArmed || this.#fault !== 'cut-after-request') return;
      clearTimeout(quiet);
      quiet = setTimeout(cut, QUIET_MS);
    });
    upstream.on('data', (piece: Buffer) => {
      if (this.#isArmed) this.#answer(piece, client, cut);
      else client.write(piece);
    });
    client.on('close', () => {
      clearTimeout(quiet);
      upstream.destroy();
    });
    upstream.on('close', () => client.end());
  }

  #answer(piece: Buffer, client: Socket, cut: () => void): void {
    switch (this.#fault) {
      case 'cut-after-request':
      case 'cut-answer':
        cut();
        return;
      case 'stall-answer':
        return;
      case 'truncate-answer':
        client.write(piece.subarray(0, Math.floor(piece.length * TRUNCATED_SHARE)), cut);
        return;
      case 'duplicate-answer':
        client.write(Buffer.concat([piece, piece]));
        return;
      default:
        client.write(piece);
    }
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
