import { lookup as dnsLookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLoopbackAddress, isPublicAddress } from './address-range.ts';
import { createNameLookup, type LookupAll } from './resolve-name.ts';

// A shop that needs longer than this for a handshake will not send a page in time either.
const CONNECT_TIMEOUT_MS = 3000;

/** A page fetch may not connect to this name or address. */
export class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('the address is not public');
  }
}

export interface ConnectGuard {
  /** Origins that are on this machine. Connections to them may reach loopback addresses only. */
  loopbackOrigins: ReadonlySet<string>;
  /** Default: questions to the name servers, and for origins on this machine the system's look-up. */
  lookup?: LookupAll;
  /** Creates the connector, given the guarded look-up. Default: undici's. */
  openSocket?: typeof buildConnector;
}

/**
 * A connect function for undici that reaches public addresses only. Numeric hosts are refused here, because undici does
 * not resolve them. Names are refused when any of their addresses is not public, because the socket may use any. The
 * address of the peer is checked again after the connection is established.
 */
export function guardConnect(guard: ConnectGuard): buildConnector.connector {
  const openSocket = guard.openSocket ?? buildConnector;
  const open = (isAllowed: (address: string) => boolean, lookup: LookupAll) => {
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
  const connectPublic = open(isPublicAddress, guard.lookup ?? createNameLookup());
  const connectLoopback = open(isLoopbackAddress, guard.lookup ?? dnsLookup);

  return (options, callback) => {
    if (guard.loopbackOrigins.has(`${options.protocol}//${options.host}`))
      return connectLoopback(options, callback);
    if (isIP(options.hostname) !== 0 || isLocalName(options.hostname))
      return callback(new BlockedAddress(), null);
    return connectPublic(options, callback);
  };
}

// Whatever a name server says of these.
const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

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
