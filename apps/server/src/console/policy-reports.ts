import type { Clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';

// Anybody can send reports: a process writes few of them.
const LOGGED_EACH_MINUTE = 10;
const MINUTE_MS = 60_000;
const MAX_CHARS = 200;

const FIELDS = ['document-uri', 'blocked-uri', 'effective-directive', 'violated-directive', 'source-file'];

/** The known fields of a report, cut; null for what is none. */
export function readReport(bytes: Buffer): Record<string, string> | null {
  try {
    const report = (
      JSON.parse(bytes.toString('utf8')) as { 'csp-report'?: Record<string, unknown> } | null
    )?.['csp-report'];
    const known = FIELDS.flatMap((name) => {
      const value = report?.[name];
      return typeof value === 'string' ? [[name, value.split('?')[0]?.slice(0, MAX_CHARS) ?? '']] : [];
    });
    return known.length === 0 ? null : (Object.fromEntries(known) as Record<string, string>);
  } catch {
    return null;
  }
}

/** Logs what browsers have refused on the console's pages, a few each minute. */
export function createReportLog(log: Pick<Logger, 'warn'>, clock: Clock): (bytes: Buffer) => void {
  let minute = 0;
  let logged = 0;
  return (bytes) => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS);
    if (now !== minute) [minute, logged] = [now, 0];
    const report = logged < LOGGED_EACH_MINUTE ? readReport(bytes) : null;
    if (!report) return;
    logged += 1;
    log.warn({ report }, 'a browser refused content of the console');
  };
}
