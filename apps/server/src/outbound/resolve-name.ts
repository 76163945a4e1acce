import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { promises } from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';

/** Resolves a name to all of its addresses. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// A server that says nothing is asked twice, and then the next one.
const TRY_MS = 500;
const TRIES = 2;
// Whatever the number of servers: a connection may take 3 s, look-up and handshake together.
const TOTAL_MS = 2000;
// With addresses of one family at hand, those of the other are waited for no longer than this (RFC 8305, section 3).
const OTHER_FAMILY_MS = 100;

const FAMILIES = [4, 6] as const;

export interface NameServers {
  /** Default: those of the machine. */
  servers?: readonly string[];
}

/**
 * Resolves names of strangers by questions to the name servers. The system's own look-up holds a thread of the process until
 * it ends, and two that hang keep every other name waiting. It also reads files of this machine, of which no stranger's name
 * should come.
 *
 * Errors have the codes of the system's look-up: `ENOTFOUND` for a name without addresses, else `EAI_AGAIN`.
 */
export function createNameLookup({ servers }: NameServers = {}): LookupAll {
  const resolveAll = callbackify((hostname: string) => resolve(hostname, servers));
  return (hostname, _options, callback) =>
    resolveAll(hostname, (error, addresses) => callback(error, addresses ?? []));
}

async function resolve(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // One of its own reads the machine's list of servers, which may change, and ends with its questions.
  const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const asked = FAMILIES.map(async (family) => {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return addresses.map((address) => ({ address, family }));
  });
  const all = Promise.allSettled(asked);
  const enough = Promise.any(asked).then(
    () => delay(OTHER_FAMILY_MS, null, { ref: false }),
    () => all,
  );
  await Promise.race([all, enough, delay(TOTAL_MS, null, { ref: false })]);
  resolver.cancel();
  const answers = await all;
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  throw failureOf(hostname, reasons);
}

function failureOf(hostname: string, reasons: readonly NodeJS.ErrnoException[]): NodeJS.ErrnoException {
  const isUnknown = reasons.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA');
  const error = new Error(`the name ${hostname} has no address`, { cause: reasons[0] });
  return Object.assign(error, { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN', hostname });
}
