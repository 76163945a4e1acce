import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name server says to a question: addresses, no such name, or nothing at all. */
export type NameAnswer = readonly string[] | 'unknown' | 'refused' | 'silence';

export interface NameServer {
  /** As a resolver takes it. */
  address: string;
  /** Names of the questions so far. */
  asked: string[];
  stop(): Promise<void>;
}

const TYPE_A = 1;
const CODES = { unknown: 3, refused: 5 } as const;

/** A name server on this machine that knows IPv4 addresses only; with `isMute` it says nothing of IPv6 at all. */
export async function startNameServer(
  answer: (name: string) => NameAnswer,
  { isMute = false } = {},
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const { name, end, type } = readQuestion(question);
    asked.push(name);
    const said = answer(name);
    if (said === 'silence' || (isMute && type !== TYPE_A)) return;
    const addresses = typeof said === 'string' || type !== TYPE_A ? [] : said;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof said === 'string' ? CODES[said] : 0), 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const records = addresses.map((one) =>
      Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}
