import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { promises } from 'node:dns';
import { callbackify } from 'node:util';

/** Resolves a name to all of its addresses. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// Two tries, the second one twice as long: together less than a connection may take.
const TRY_MS = 800;
const TRIES = 2;
// The machine's list of name servers may change while the process runs.
const RENEW_MS = 60_000;

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
  const open = () => {
    const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    return resolver;
  };
  let resolver = open();
  let renewAtMs = performance.now() + RENEW_MS;

  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    if (performance.now() > renewAtMs) {
      resolver = open();
      renewAtMs = performance.now() + RENEW_MS;
    }
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as Error] : [],
    );
    throw failureOf(hostname, reasons);
  };
  const resolveAll = callbackify(resolve);
  return (hostname, _options, callback) =>
    resolveAll(hostname, (error, addresses) => callback(error, addresses ?? []));
}

function failureOf(hostname: string, reasons: readonly NodeJS.ErrnoException[]): NodeJS.ErrnoException {
  const isUnknown = reasons.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA');
  const error = new Error(`the name ${hostname} has no address`, { cause: reasons[0] });
  return Object.assign(error, { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN', hostname });
}
