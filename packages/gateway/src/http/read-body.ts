import { ComeBack } from '../adapter.ts';
import type { CallTime } from '../placing/call-time.ts';

/** More than the longest order that the schemas allow, in the longest form of its characters. */
const MAX_BYTES = 64 * 1024;

export type Body = { ok: true; value: unknown } | { ok: false; problem: string };

/** Reads a JSON body. @throws ComeBack when it does not arrive in time. */
export async function readBody(request: Request, time: CallTime): Promise<Body> {
  if (!request.body) return { ok: false, problem: 'is missing' };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await time.race(reader.read());
      if (done) break;
      bytes += value.byteLength;
      if (bytes > MAX_BYTES) return abandon(reader, `is larger than ${MAX_BYTES} bytes`);
      chunks.push(value);
    }
  } catch (error) {
    abandon(reader, '');
    if (error instanceof ComeBack) throw error;
    throw new ComeBack(1_000, 'the body broke off'); // Cut on its way: not a definite no.
  }
  return parse(Buffer.concat(chunks));
}

function abandon(reader: ReadableStreamDefaultReader, problem: string): Body {
  reader.cancel().catch(() => {}); // Not awaited: a client may keep the rest for ever.
  return { ok: false, problem };
}

function parse(bytes: Buffer): Body {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, problem: 'is no JSON' };
  }
}
