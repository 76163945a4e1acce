import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BearerError } from '@procurement-intents/domain/bearer';
import { AppSlots } from '../fair-share/app-slots.ts';

// What OWASP recommends for argon2id with 19 MiB. One hash takes some 35 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
// Hashes share the four threads of libuv with file access and name look-ups. Two at once make those wait.
const PLACES = 1 + 20;

const argon2Async = promisify(argon2);

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function digest(password: string, salt: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  return argon2Async('argon2id', { message: password, nonce: salt, tagLength, ...cost });
}

async function toPhc(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
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

/** For whom a password is hashed: the account and the address that its place in the queue counts for. */
export interface HashCaller {
  /** Undefined, as `address`: a command on the server, or the service itself. */
  account: string | undefined;
  address: string | undefined;
}

const OWN: HashCaller = { account: undefined, address: undefined };

/**
 * Makes and compares argon2id hashes of passwords, one at a time; 20 calls may wait. Neither an account nor an address
 * holds all places: those who come later from elsewhere find one.
 */
export class PasswordHashes {
  #last: Promise<unknown> = Promise.resolve();
  readonly #accounts = new AppSlots(PLACES);
  readonly #addresses = new AppSlots(PLACES);
  #dummy: Promise<string> | undefined;

  /**
   * The PHC string of a new hash.
   *
   * @param options.salt - 16 bytes that no other password has; random by default.
   * @throws BearerError `rate_limited` when too many wait.
   */
  hash(
    password: string,
    { caller = OWN, salt }: { caller?: HashCaller | undefined; salt?: Buffer | undefined } = {},
  ): Promise<string> {
    return this.#inTurn(caller, () => toPhc(password, salt));
  }

  /**
   * Whether the password is that of the hash. Without a hash it takes the same time and is wrong: the time tells nobody
   * whether an account exists.
   *
   * @throws BearerError `rate_limited` when too many wait; nothing is compared then.
   */
  async matches(phc: string | null, password: string, caller: HashCaller): Promise<boolean> {
    const compared = phc ?? (await this.#dummyHash());
    const isRight = await this.#inTurn(caller, () => matches(compared, password));
    return isRight && phc !== null;
  }

  #dummyHash(): Promise<string> {
    return (this.#dummy ??= toPhc(randomBytes(SALT_BYTES).toString('hex')));
  }

  /** Makes the hash for unknown accounts before the first of them is asked for: made then, it would show in the time. */
  async prepare(): Promise<void> {
    await this.#dummyHash();
  }

  async #inTurn<T>({ account, address }: HashCaller, work: () => Promise<T>): Promise<T> {
    if (!this.#accounts.tryTake(account)) throw new BearerError('rate_limited');
    if (!this.#addresses.tryTake(address)) {
      this.#accounts.release(account);
      throw new BearerError('rate_limited');
    }
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#accounts.release(account);
      this.#addresses.release(address);
    }
  }
}
