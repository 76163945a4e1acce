import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Where to serve over HTTP, and under which names callers may ask for it. */
export interface HttpOptions {
  host: string;
  port: number;
  /** Null: the names of loopback. */
  allowedHosts: readonly string[] | null;
}

export type Options =
  { kind: 'help' } | { kind: 'version' } | { kind: 'stdio' } | ({ kind: 'http' } & HttpOptions);

export const DEFAULT_PORT = 8931;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the command line. @throws UsageError for an option that is unknown or does not go with the others. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (!values.http) {
    const given = (['host', 'port', 'allowed-hosts'] as const).find((name) => values[name] !== undefined);
    if (given) throw new UsageError(`--${given} goes with --http`);
    return { kind: 'stdio' };
  }
  const host = values.host ?? '127.0.0.1';
  const allowedHosts = values['allowed-hosts']?.split(',').map((name) => name.trim().toLowerCase()) ?? null;
  if (allowedHosts?.some((name) => name === '' || /[/:*\s]/.test(name.replace(/^\[[0-9a-f:]+\]$/, ''))))
    throw new UsageError(
      '--allowed-hosts takes host names without port, separated by commas: mcp.example.com,10.0.0.5',
    );
  // A page of any site can name this address; only the names that callers use keep it out.
  if (!LOOPBACK.has(host) && allowedHosts === null)
    throw new UsageError(`--host ${host} needs --allowed-hosts: the names under which callers reach it`);
  return { kind: 'http', host, port: readPort(values.port), allowedHosts };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        http: { type: 'boolean' },
        host: { type: 'string' },
        port: { type: 'string' },
        'allowed-hosts': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readPort(value: string | undefined): number {
  const port = Number(value ?? DEFAULT_PORT);
  if (/^\d+$/.test(value ?? '0') && port <= 65_535) return port;
  throw new UsageError(`--port: '${value}' is no port`);
}
