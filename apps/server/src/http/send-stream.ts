import { constants, createGzip, type Gzip } from 'node:zlib';
import { LIMITS } from '@procurement-intents/contract';
import { NO_STORE } from '@procurement-intents/domain';
import type { Answer, StreamedBody } from './handler.ts';
import type { RequestContext } from './request-context.ts';

// Whoever may not call any more is answered for a few seconds more at most.
const CHECK_EVERY_MS = 2000;
// What a receiver takes at once shows that it takes something.
const PIECE_BYTES = 16 * 1024;

type Response = RequestContext['res'];

/** The receiver took nothing for too long, or has gone. */
class ReceiverGone extends Error {}

/**
 * Sends a body while it is made, compressed for a client that asks for it. In memory is one piece at a time, however slow the
 * receiver is. A body that cannot be finished ends with its connection, so that nobody takes it for a whole one.
 *
 * @param check - throws when the caller may not have more of it; asked now and then.
 * @throws what a piece or a check fails by, once the connection is closed; nothing for a receiver that is slow or has gone.
 */
export async function sendStream(
  request: RequestContext,
  answer: Answer,
  body: StreamedBody,
  check: () => Promise<void>,
): Promise<void> {
  const { req, res } = request;
  try {
    if (res.headersSent || res.closed) return;
    const isCompressed = req.acceptsEncodings('gzip', 'identity') === 'gzip';
    const encoding = isCompressed ? ['Content-Encoding', 'gzip'] : [];
    const { Vary: others, ...given } = answer.headers ?? {};
    const vary = others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`;
    const headers = Object.entries({ ...NO_STORE, ...given, 'Content-Type': body.type, Vary: vary }).flat();
    res.writeHead(answer.status, request.headersWith([...headers, ...encoding]));
    // While the body is made there may be nothing to send for long. Its receiver has a time of its own.
    res.setTimeout(0);
    const compressor = isCompressed ? new Compressor() : null;
    if (req.method !== 'HEAD') await writeAll(res, checked(body, check), { compressor, idleMs: body.idleMs });
    res.setTimeout(LIMITS.idleMs);
    res.end();
  } catch (error) {
    res.destroy();
    if (!(error instanceof ReceiverGone)) throw error;
  } finally {
    await body.pieces.return();
    body.onEnd();
  }
}

async function* checked(body: StreamedBody, check: () => Promise<void>): AsyncGenerator<string, void> {
  let checkedMs = performance.now();
  for await (const text of body.pieces) {
    if (performance.now() - checkedMs > CHECK_EVERY_MS) {
      await check();
      checkedMs = performance.now();
    }
    yield text;
  }
}

interface Writing {
  compressor: Compressor | null;
  idleMs: number;
}

async function writeAll(res: Response, pieces: AsyncIterable<string>, writing: Writing): Promise<void> {
  const { compressor, idleMs } = writing;
  try {
    for await (const text of pieces)
      await write(res, compressor ? await compressor.flushed(text) : Buffer.from(text), idleMs);
    if (compressor) await write(res, await compressor.ended(), idleMs);
  } finally {
    compressor?.close();
  }
}

async function write(res: Response, bytes: Buffer, idleMs: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (res.closed) throw new ReceiverGone();
    if (!res.write(bytes.subarray(at, at + PIECE_BYTES))) await drained(res, idleMs);
  }
}

function drained(res: Response, idleMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = (): void => reject(new ReceiverGone());
  const timer = setTimeout(giveUp, idleMs);
  res.once('drain', resolve).once('close', giveUp);
  return promise.finally(() => {
    clearTimeout(timer);
    res.off('drain', resolve).off('close', giveUp);
  });
}

/** One stream of gzip, which gives all that it has after each piece. */
class Compressor {
  readonly #gzip: Gzip = createGzip({ level: constants.Z_BEST_SPEED });
  #pieces: Buffer[] = [];

  constructor() {
    this.#gzip.on('data', (piece: Buffer) => this.#pieces.push(piece));
  }

  /** The bytes of a piece, such that the receiver can read it whole. */
  async flushed(text: string): Promise<Buffer> {
    this.#gzip.write(text);
    await new Promise<void>((resolve) => this.#gzip.flush(constants.Z_SYNC_FLUSH, resolve));
    return this.#taken();
  }

  /** The last bytes. */
  async ended(): Promise<Buffer> {
    const ended = new Promise((resolve) => this.#gzip.once('end', resolve));
    this.#gzip.end();
    await ended;
    return this.#taken();
  }

  close(): void {
    this.#gzip.destroy();
  }

  #taken(): Buffer {
    return Buffer.concat(this.#pieces.splice(0));
  }
}
