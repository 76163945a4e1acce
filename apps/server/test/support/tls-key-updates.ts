import { createCipheriv, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

const TAG_BYTES = 16;
const HANDSHAKE = 22;
/** `update_requested` (RFC 8446, 4.6.3). */
const KEY_UPDATE = Buffer.from([24, 0, 0, 1, 1]);

/** HKDF-Expand-Label without a context (RFC 8446, 7.1). */
function expand(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}

/** A record of TLS 1.3 with AES-128-GCM, the `sequence`th under these keys (RFC 8446, 5.2 and 5.3). */
function encrypt(secret: Buffer, sequence: number): Buffer {
  const nonce = Buffer.from(expand(secret, 'iv', 12));
  nonce[11] = (nonce[11] ?? 0) ^ sequence;
  const inner = Buffer.concat([KEY_UPDATE, Buffer.from([HANDSHAKE])]);
  const head = Buffer.from([23, 3, 3, 0, inner.length + TAG_BYTES]);
  const cipher = createCipheriv('aes-128-gcm', expand(secret, 'key', 16), nonce).setAAD(head);
  return Buffer.concat([head, cipher.update(inner), cipher.final(), cipher.getAuthTag()]);
}

/**
 * A connection by TLS 1.3 whose client has got an answer, and then sends as many new keys as asked, in one write: what
 * no library of TLS would do.
 */
export async function openWithKeyUpdates(port: number, localAddress: string, request: string) {
  const raw: Socket = connect({ port, host: '127.0.0.1', localAddress });
  raw.on('error', () => undefined);
  const wire = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, done) => void raw.write(bytes, done),
  });
  raw.on('data', (bytes) => wire.push(bytes));
  await once(raw, 'connect');
  const secured = connectTls({
    socket: wire,
    rejectUnauthorized: false,
    ciphers: 'TLS_AES_128_GCM_SHA256',
    minVersion: 'TLSv1.3',
  });
  let secret: Buffer = Buffer.alloc(0);
  secured.on('keylog', (line) => {
    const [label, , value = ''] = line.toString().trim().split(' ');
    if (label === 'CLIENT_TRAFFIC_SECRET_0') secret = Buffer.from(value, 'hex');
  });
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect');
  secured.write(request);
  await once(secured, 'data');
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  return {
    closed,
    stop: () => void raw.destroy(),
    update(count: number): void {
      const records: Buffer[] = [];
      for (let index = 0; index < count; index += 1) {
        // The request was the first record under the first keys.
        records.push(encrypt(secret, index === 0 ? 1 : 0));
        secret = expand(secret, 'traffic upd', 32);
      }
      raw.write(Buffer.concat(records));
    },
  };
}
