import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DelayedResponses } from '../delayed-responses.ts';
import { renderProduct } from './product-html.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const OPENING = '<!doctype html>\n<html><head><title>商品</title></head><body>\n';
const FILLER = Buffer.alloc(64 * 1024, 'x');
/** Over 100 MB, so that a reader without a size limit is noticed. */
const BOMB_FILLERS = 2_000;

/** Sends one byte each `intervalMs`, without end. */
export function drip(res: ServerResponse, open: DelayedResponses, intervalMs: number): void {
  res.writeHead(200, HTML);
  const bytes = Buffer.from(OPENING);
  const send = (at: number) => {
    res.write(bytes.subarray(at, at + 1));
    open.after(intervalMs, res, () => send((at + 1) % bytes.length));
  };
  send(0);
}

/** Sends bytes as fast as the client reads, until it disconnects. */
export async function sendEndlessly(res: ServerResponse, open: DelayedResponses): Promise<void> {
  open.hold(res);
  res.writeHead(200, HTML);
  await pipeline(Readable.from(fillers(Infinity)), res).catch(ignoreDisconnect);
}

/** Sends a page of over 100 MB as about 100 KB of gzip, whatever encodings the client accepts. */
export async function sendBomb(res: ServerResponse): Promise<void> {
  bomb ??= packBomb();
  const packed = await bomb;
  res.writeHead(200, { ...HTML, 'content-encoding': 'gzip', 'content-length': packed.length });
  res.end(packed);
}

let bomb: Promise<Buffer> | undefined;

async function packBomb(): Promise<Buffer> {
  const packed: Buffer[] = [];
  await pipeline(Readable.from(fillers(BOMB_FILLERS)), createGzip({ level: 9 }), async (source) => {
    for await (const chunk of source) packed.push(chunk as Buffer);
  });
  return Buffer.concat(packed);
}

/** A page that shows a product only after `count` fillers. */
function* fillers(count: number): Generator<Buffer> {
  yield Buffer.from(OPENING);
  for (let sent = 0; sent < count; sent++) yield FILLER;
  yield Buffer.from(renderProduct({ title: '商品', priceFen: 19_900, url: '/' }));
}

function ignoreDisconnect(error: NodeJS.ErrnoException): void {
  const reasons = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'];
  if (!reasons.includes(error.code ?? '')) throw error;
}
