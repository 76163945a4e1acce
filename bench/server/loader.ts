import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The next request to send, whole; null when there are no more. */
export type NextRequest = () => Buffer | null;

export interface LoadResult {
  answers: number;
  /** From the first request to the last answer. */
  seconds: number;
  latenciesMs: number[];
  /** Answers by HTTP status. */
  statuses: Map<number, number>;
}

export interface Loader {
  /** Sends, one request at a time on each connection, for `seconds` or until `next` has no more. */
  run(next: NextRequest, seconds: number): Promise<LoadResult>;
  close(): void;
}

// The service gives up on a request after 30 s; whoever is silent for longer never answers.
const SILENCE_SECONDS = 60;
const HEAD_END = Buffer.from('\r\n\r\n');

/** Status and whole length of the answer at the start of `bytes`; null while its head is not complete. */
function readHead(bytes: Buffer): { status: number; length: number } | null {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return null;
  const head = bytes.toString('latin1', 0, headLength);
  const match = /\r\ncontent-length: ([0-9]+)/i.exec(head);
  if (!match) throw new Error(`an answer without Content-Length: ${head.slice(0, 40)}`);
  return { status: Number(head.slice(9, 12)), length: headLength + HEAD_END.length + Number(match[1]) };
}

class Connection {
  readonly #socket: Socket;
  #received: Buffer | null = null;
  onAnswer: (status: number) => void = () => undefined;
  onFailure: (error: Error) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.onFailure(error));
    socket.on('close', () => this.onFailure(new Error('the server closed a connection')));
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.onFailure = () => undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    try {
      const head = readHead(bytes);
      const isWhole = head !== null && bytes.length >= head.length;
      this.#received = isWhole ? null : bytes;
      if (isWhole) this.onAnswer(head.status);
    } catch (error) {
      this.onFailure(error as Error);
    }
  }
}

/** Opens keep-alive connections to a server on this machine. Nothing is pipelined. */
export async function openLoader(port: number, count: number): Promise<Loader> {
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return new Connection(socket);
    }),
  );
  return {
    run: (next, seconds) => run(connections, next, seconds),
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

function run(connections: Connection[], next: NextRequest, seconds: number): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  let busy = 0;

  let silence: NodeJS.Timeout | undefined;
  const result = new Promise<LoadResult>((resolve, reject) => {
    const fail = (): void => reject(new Error(`${busy} requests were never answered`));
    silence = setTimeout(fail, (seconds + SILENCE_SECONDS) * 1000);
    const sendOn = (connection: Connection): void => {
      const request = performance.now() < deadline ? next() : null;
      if (request === null) {
        if (busy === 0) finish();
        return;
      }
      busy += 1;
      const sentAt = performance.now();
      connection.onAnswer = (status) => {
        busy -= 1;
        latenciesMs.push(performance.now() - sentAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        sendOn(connection);
      };
      connection.send(request);
    };
    const finish = (): void =>
      resolve({
        answers: latenciesMs.length,
        seconds: (performance.now() - startedAt) / 1000,
        latenciesMs,
        statuses,
      });
    for (const connection of connections) connection.onFailure = reject;
    for (const connection of connections) sendOn(connection);
  });
  return result.finally(() => clearTimeout(silence));
}
