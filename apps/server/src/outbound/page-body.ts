import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { AnswerTooLarge } from './limit-pieces.ts';

// Product pages of large shops have 0.2 to 1.5 MB; much larger ones are refused.
const MAX_WIRE_BYTES = 2 * 1024 * 1024;
const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
const SNIFFED_BYTES = 1024;
const META_CHARSET = /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** The content codings that a page fetch accepts. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/**
 * The decompressed bytes of a page, bounded on the wire (2 MB) and inflated (4 MB). When the consumer stops early, the
 * rest of `body` is left to the caller.
 *
 * @throws {@link AnswerTooLarge}, and the errors of the stream and of zlib.
 */
export async function* inflateBody(body: Readable, coding: string): AsyncGenerator<Uint8Array> {
  const wire = limitBytes(body.iterator({ destroyOnReturn: false }), MAX_WIRE_BYTES);
  if (coding === '' || coding === 'identity') return yield* wire;
  const first = await wire.next();
  if (first.done) return;
  const inflater = createInflater(coding, first.value);
  // Errors of the pipeline reach the reader below through its last stream.
  pipeline(continueFrom(first.value, wire), inflater, () => undefined);
  yield* limitBytes(inflater, MAX_INFLATED_BYTES);
}

/** Whether `inflateBody` can decode the coding. Multiple codings are not supported. */
export function isKnownCoding(coding: string): boolean {
  return ['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br'].includes(coding);
}

/** Decodes text by the header's charset, else by a `<meta charset>` at the start of the page, else as UTF-8. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  charset?: string,
): AsyncGenerator<string> {
  let decoder = charset === undefined ? null : createDecoder(charset);
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < SNIFFED_BYTES) continue;
    decoder = createDecoder(sniffCharset(head));
    yield decoder.decode(head, { stream: true });
  }
  yield decoder ? decoder.decode() : createDecoder(sniffCharset(head)).decode(head);
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limit) throw new AnswerTooLarge(`more than ${limit} bytes`);
    yield chunk;
  }
}

async function* continueFrom(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

function createInflater(coding: string, first: Uint8Array): Transform {
  if (coding === 'br') return createBrotliDecompress();
  if (coding !== 'deflate') return createGunzip();
  // Some servers send raw deflate data without the zlib header, whose low four bits are always 8.
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

function sniffCharset(head: Buffer): string {
  return META_CHARSET.exec(head.toString('latin1', 0, SNIFFED_BYTES))?.[1] ?? 'utf-8';
}

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
