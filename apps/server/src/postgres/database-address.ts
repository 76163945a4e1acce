import { Client } from 'pg';
import { isLoopbackHost } from '../outbound/address-range.ts';

const ENCRYPTED = new Set(['require', 'verify-ca', 'verify-full']);

/**
 * Whether the connection is private: the database is on this machine, or TLS is required. Parses the address as the
 * driver does, where query parameters override host and mode.
 *
 * @throws Error when the driver cannot read the address or a certificate file in it.
 */
export function isPrivateAddress(connectionString: string): boolean {
  const modes = new URL(connectionString).searchParams.getAll('sslmode');
  const { host, ssl } = new Client({ connectionString });
  const isLocal = host.startsWith('/') || isLoopbackHost(host);
  return isLocal || (ssl && ENCRYPTED.has(modes.at(-1) ?? ''));
}
