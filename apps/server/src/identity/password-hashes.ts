import { randomBytes, timingSafeEqual } from 'node:crypto';
import { CAPACITIES } from '@procurement-intents/contract';
import { BearerError } from '@procurement-intents/domain/bearer';
import { AppSlots } from '../fair-share/app-slots.ts';
import { Argon2Queue } from './argon2-queue.ts';

// What OWASP recommends for argon2id with 19 MiB. One hash takes some 35 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
// One is hashed or compared, the others wait.
const PLACES = 1 + CAPACITIES.passwordsWaiting;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function phcOf(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** For whom a password is hashed: the account and the address that its place in the queue counts for. */
export interface HashCaller {
  /** Undefined, as `address`: a command on the server, or the service itself. */
  account: string | undefined;
  address: string | undefined;
}

const OWN: HashCaller = { account: undefined, address: undefined };

/**
 * Makes and compares argon2id hashes of passwords, one at a time; `CAPACITIES.passwordsWaiting` calls may wait. Neither an account nor an address
 * holds all places: those who come later from elsewhere find one.
 */
export class PasswordHashes {
  readonly #queue = new Argon2Queue();
  readonly #accounts = new AppSlots(PLACES);
  readonly #addresses = new AppSlots(PLACES);
  /** For unknown accounts. No password has it: its tag is random. */
  readonly #dummy = phcOf(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

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
    return this.#inPlace(caller, () => this.#toPhc(password, salt));
  }

  /**
   * The one whom `find` gives, if the password is theirs; null otherwise. It takes the same time when `find` gives nobody:
   * the time tells nobody whether an account exists.
   *
   * @param find - called once there is a place in the queue.
   * @throws BearerError `rate_limited` when too many wait; nobody is looked for then, and nothing compared.
   */
  check<T extends { passwordHash: string }>(
    find: () => Promise<T | null>,
    password: string,
    caller: HashCaller,
  ): Promise<T | null> {
    return this.#inPlace(caller, async () => {
      const holder = await find();
      const isRight = await this.#matches(holder?.passwordHash ?? this.#dummy, password);
      return isRight ? holder : null;
    });
  }

  async #toPhc(password: string, nonce: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
    const tag = await this.#queue.compute({ message: password, nonce, tagLength: TAG_BYTES, ...COST });
    return phcOf(nonce, tag);
  }

  async #matches(phc: string, password: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? [];
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const expected = Buffer.from(tag, 'base64');
    const nonce = Buffer.from(salt, 'base64');
    const given = await this.#queue.compute({
      message: password,
      nonce,
      tagLength: expected.length,
      ...cost,
    });
    return timingSafeEqual(given, expected);
  }

  async #inPlace<T>({ account, address }: HashCaller, work: () => Promise<T>): Promise<T> {
    if (!this.#accounts.tryTake(account)) throw new BearerError('rate_limited');
    if (!this.#addresses.tryTake(address)) {
      this.#accounts.release(account);
      throw new BearerError('rate_limited');
    }
    try {
      return await work();
    } finally {
      this.#accounts.release(account);
      this.#addresses.release(address);
    }
  }
}
