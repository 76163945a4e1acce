import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BearerError } from '@procurement-intents/domain/bearer';

// What OWASP recommends for argon2id with 19 MiB. One hash takes some 35 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
// Hashes share the four threads of libuv with file access and name look-ups. Two at once make those wait.
const MAX_WAITING = 20;

const argon2Async = promisify(argon2);

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function digest(password: string, salt: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  return argon2Async('argon2id', { message: password, nonce: salt, tagLength, ...cost });
}

async function toPhc(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await digest(password, salt, COST, TAG_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

async function matches(phc: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const given = await digest(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(given, expected);
}

/** Makes and compares argon2id hashes of passwords, one at a time; 20 calls may wait. */
export class PasswordHashes {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #dummy: Promise<string> | undefined;

  /** The PHC string of a new hash. @throws BearerError `rate_limited` when too many wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => toPhc(password));
  }

  /**
   * Whether the password is that of the hash. Without a hash it takes the same time and is wrong: the time tells nobody
   * whether an account exists.
   *
   * @throws BearerError `rate_limited` when too many wait; nothing is compared then.
   */
  async matches(phc: string | null, password: string): Promise<boolean> {
    const compared = phc ?? (await this.#dummyHash());
    const isRight = await this.#inTurn(() => matches(compared, password));
    return isRight && phc !== null;
  }

  #dummyHash(): Promise<string> {
    return (this.#dummy ??= toPhc(randomBytes(SALT_BYTES).toString('hex')));
  }

  /** Makes the hash for unknown accounts before the first of them is asked for: made then, it would show in the time. */
  async prepare(): Promise<void> {
    await this.#dummyHash();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > MAX_WAITING) throw new BearerError('rate_limited');
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
