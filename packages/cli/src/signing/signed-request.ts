import type { Readable } from 'node:stream';
import { LIMITS, METHODS_WITH_BODY, PATTERNS } from '../generated/tables.ts';
import { readInput, SECRET_ELSEWHERE, STDIN } from '../read-input.ts';
import type { GlobalOptions } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/** The four parts that a signature covers, exactly as sent. */
export interface RequestParts {
  method: string;
  path: string;
  /** The value of `X-Timestamp`. */
  timestamp: string;
  body: Buffer;
}

/** Reads the body that the options name; empty without one. */
export async function readBody(
  file: string | undefined,
  stdin: Readable,
  { appSecretStdin }: GlobalOptions,
): Promise<Buffer> {
  if (file === STDIN && appSecretStdin) {
    throw new UsageError('only one of the body and the secret can come from stdin', SECRET_ELSEWHERE);
  }
  return file === undefined ? Buffer.alloc(0) : readInput(file, stdin);
}

/**
 * Why the service refuses this timestamp, as a sentence; null when it accepts it.
 *
 * @param receivedMs - when the request arrives, by the clock of the service.
 */
export function findTimestampFault(timestamp: string, receivedMs: number): string | null {
  if (!PATTERNS.timestamp.test(timestamp)) return 'X-Timestamp must be Unix milliseconds, 13 digits.';
  const aheadMs = Number(timestamp) - receivedMs;
  if (Math.abs(aheadMs) <= LIMITS.timestampSkewMs) return null;
  const direction = aheadMs > 0 ? 'after' : 'before';
  const size = formatDuration(Math.abs(aheadMs));
  const allowedMinutes = LIMITS.timestampSkewMs / 60_000;
  return `X-Timestamp is ${new Date(Number(timestamp)).toISOString()}, ${size} ${direction} the request; ${allowedMinutes} minutes are allowed.`;
}

/** Roughly: two units at most. */
function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min ${Math.floor(ms / 1_000) % 60} s`;
}

/** Why the service refuses method, path or body even with a correct signature, as sentences. */
export function findFaults({ method, path, body }: Omit<RequestParts, 'timestamp'>): string[] {
  const faults: string[] = [];
  if (method !== method.toUpperCase()) faults.push('The method is signed in capitals.');
  if (!PATTERNS.signablePath.test(path)) faults.push(describePathFault(path));
  if (body.length > 0 && !METHODS_WITH_BODY.includes(method.toUpperCase())) {
    faults.push(`A ${method.toUpperCase()} takes no body.`);
  } else if (body.length > 0 && body[0] !== '{'.charCodeAt(0)) {
    faults.push('The body must begin with {, without white space or a byte order mark before it.');
  }
  return faults;
}

function describePathFault(path: string): string {
  const rule = 'The path begins with one / and holds only characters that an address may hold';
  if (!path.startsWith('/') || path.startsWith('//')) return `${rule}, without scheme and host.`;
  const { pathname, search } = new URL(path, 'http://localhost');
  return `${rule}; a client sends ${pathname}${search}, so sign that.`;
}
