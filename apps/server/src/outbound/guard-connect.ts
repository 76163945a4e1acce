import { lookup as dnsLookup } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLoopbackAddress, isPublicAddress } from './address-range.ts';

// A shop that needs longer than this for a handshake will not send a page in time either.
const CONNECT_TIMEOUT_MS = 3000;

/** Names to addresses, all of them; the system's resolver unless a test brings its own. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The name or the address is not one that a page fetch may connect to. */
export class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('the address is not public');
  }
}

export interface ConnectGuard {
  /** Origins that may be, and then must be, on this machine. */
  loopbackOrigins: ReadonlySet<string>;
  lookup?: LookupAll;
  /** Makes the socket once the look-up is guarded. */
  openSocket?: typeof buildConnector;
}

/**
 * A connect function for undici that reaches public addresses only. Undici asks no resolver for hosts written as
 * numbers, so those are refused here; names are refused when any of their addresses is not public, since the
 * socket may pick any; and the peer is compared once more after the handshake.
 */
export function guardConnect(guard: ConnectGuard): buildConnector.connector {
  const lookup: LookupAll = guard.lookup ?? dnsLookup;
  const openSocket = guard.openSocket ?? buildConnector;
  const open = (isAllowed: (address: string) => boolean) => {
    const connector = openSocket({
      lookup: guardLookup(lookup, isAllowed),
      timeout: CONNECT_TIMEOUT_MS,
      allowH2: false,
    });
    const connect: buildConnector.connector = (options, callback) =>
      connector(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
        socket.destroy();
        return callback(new BlockedAddress(), null);
      });
    return connect;
  };
  const connectPublic = open(isPublicAddress);
  const connectLoopback = open(isLoopbackAddress);

  return (options, callback) => {
    if (guard.loopbackOrigins.has(`${options.protocol}//${options.host}`))
      return connectLoopback(options, callback);
    if (isIP(options.hostname) !== 0) return callback(new BlockedAddress(), null);
    return connectPublic(options, callback);
  };
}

function guardLookup(lookup: LookupAll, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new BlockedAddress(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}
