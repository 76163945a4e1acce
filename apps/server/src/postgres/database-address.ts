import { Client } from 'pg';
import { isLoopbackHost } from '../outbound/address-range.ts';

const ENCRYPTED = new Set(['require', 'verify-ca', 'verify-full']);

/**
 * Whether nobody between this process and the database can read along: it is on this machine, or TLS is required. Read
 * as the driver reads it, whose query parameters go before host and mode.
 *
 * @throws Error when the driver cannot read the address, or a certificate file that it names.
 */
export function isPrivateAddress(connectionString: string): boolean {
  const modes = new URL(connectionString).searchParams.getAll('sslmode');
  const { host, ssl } = new Client({ connectionString });
  const isLocal = host.startsWith('/') || isLoopbackHost(host);
  return isLocal || (ssl && ENCRYPTED.has(modes.at(-1) ?? ''));
}
