import { UsageError } from '../usage-error.ts';
import type { ImportReport } from './import-report.ts';
import type { NamedRow } from './name-rows.ts';

const SHOWN = 10;

/**
 * Refuses a file in which a row that was sent and may have been bought has changed or is missing: under its new content it
 * would be bought a second time.
 *
 * @throws UsageError with these rows.
 */
export function checkReport({ results, file }: ImportReport, rows: readonly NamedRow[]): void {
  const digests = new Map(rows.map(({ idempotencyKey, digest }) => [idempotencyKey, digest]));
  const lost = [...results.values()].filter(({ outcome, error, idempotencyKey, digest }) => {
    // Something else was bought under this key, perhaps for this row.
    if (error?.name === 'IDEMPOTENCY_KEY_REUSED') return !digests.has(idempotencyKey);
    return outcome !== 'refused' && digests.get(idempotencyKey) !== digest;
  });
  if (lost.length === 0) return;
  const details = lost
    .slice(0, SHOWN)
    .map(({ line, id }) => `line ${line} of the first run: ${id ?? 'it is unclear whether it was accepted'}`);
  if (lost.length > SHOWN) details.push(`and ${lost.length - SHOWN} more`);
  throw new UsageError(
    `${lost.length} ${lost.length === 1 ? 'row was' : 'rows were'} sent by an earlier run and changed since, or ${lost.length === 1 ? 'is' : 'are'} missing; nothing was sent`,
    {
      fix: `Restore the rows, so that none is bought twice; for another import, name another report than ${file} with --report.`,
      details,
    },
  );
}
