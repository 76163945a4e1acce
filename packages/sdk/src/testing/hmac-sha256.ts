// HMAC-SHA256 (RFC 2104, FIPS 180-4) without WebCrypto, whose promises end on another thread: under fake timers the
// time limits of a call would be over before its signature is ready.

const BLOCK_BYTES = 64;
const encoder = new TextEncoder();

/** The first 32 bits of the fractional part of `root`. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/** HMAC-SHA256 of a text or bytes, as lower-case hex. */
export function hmacSha256(secret: string, message: string | Uint8Array): string {
  const given = encoder.encode(secret);
  const key = new Uint8Array(BLOCK_BYTES);
  key.set(given.length > BLOCK_BYTES ? sha256(given) : given);
  const bytes = typeof message === 'string' ? encoder.encode(message) : message;
  const inner = sha256(
    join(
      key.map((byte) => byte ^ 0x36),
      bytes,
    ),
  );
  const outer = sha256(
    join(
      key.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
  return Array.from(outer, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function sha256(message: Uint8Array): Uint8Array {
  // The message, a one bit, zeros, and the length in bits as a 64-bit number.
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = Int32Array.from(INITIAL);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) addBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

const schedule = new Int32Array(64);

function addBlock(state: Int32Array, view: DataView, at: number): void {
  const word = (index: number): number => schedule[index] ?? 0;
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      schedule[index] = view.getInt32(at + index * 4);
      continue;
    }
    const [early, late] = [word(index - 15), word(index - 2)];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[index] = word(index - 16) + first + word(index - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sumE + ((e & f) ^ (~e & g)) + (ROUNDS[index] ?? 0) + word(index)) | 0;
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = ((state[index] ?? 0) + value) | 0));
}
