import type { TestService } from '../support/test-service.ts';

/** A fingerprint of every row that a caller's request could change, by table and key. */
export type Snapshot = ReadonlyMap<string, string>;

interface Row {
  key: string;
  digest: string;
}

/** Fingerprints the intents, their timelines, the signatures of creates and the Apps; of one App when it is named. */
export async function takeSnapshot(
  { database }: Pick<TestService, 'database'>,
  appId = '%',
): Promise<Snapshot> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT 'intent ' || id AS key, md5(t::text) AS digest FROM intents t WHERE "appId" LIKE ${appId}
    UNION ALL
    SELECT 'events ' || e."intentId", md5(string_agg(e::text, '|' ORDER BY e.id))
    FROM intent_events e JOIN intents i ON i.id = e."intentId" WHERE i."appId" LIKE ${appId} GROUP BY e."intentId"
    UNION ALL
    SELECT 'create ' || s."intentId", md5(string_agg(s::text, '|' ORDER BY s.signature))
    FROM signed_creates s WHERE "appId" LIKE ${appId} GROUP BY s."intentId"
    UNION ALL
    SELECT 'app ' || id, md5(a::text) FROM apps a WHERE id LIKE ${appId}
    UNION ALL
    SELECT 'secret ' || id, md5(s::text) FROM app_secrets s WHERE "appId" LIKE ${appId}`;
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

/** The keys that differ, but for those of the intents in `changed`. */
export function differencesOf(before: Snapshot, after: Snapshot, changed: ReadonlySet<string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter(
    (key) => before.get(key) !== after.get(key) && !changed.has(key.slice(key.indexOf(' ') + 1)),
  );
}
