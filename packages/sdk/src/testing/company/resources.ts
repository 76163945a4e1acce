import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import {
  createBinding,
  type ListRules,
  matchRows,
  ownerOfKey,
  readIdempotencyKey,
  readList,
  replayedResource,
} from '@procurement-intents/domain/bearer';
import { hashText } from '../hash-text.ts';
import type { CompanyAnswer, CompanyCall, CompanyContext } from './company-operation.ts';

interface Create<Resource> {
  /** Makes the resource. It may throw to refuse, also what was made before. */
  make: () => Resource;
  /** Adds the resource. It may throw to refuse. */
  add: (resource: Resource) => void;
  load: (id: string) => Resource;
}

/** Makes a resource, once for each `Idempotency-Key`. */
export function createOnce<Resource extends { id: string; version: number }>(
  { records: { creates } }: CompanyContext,
  { headers, holder, operation, body }: CompanyCall,
  { make, add, load }: Create<Resource>,
): { resource: Resource; isReplay: boolean } {
  const key = readIdempotencyKey(headers.get('idempotency-key'));
  const resource = make();
  if (key === null) {
    add(resource);
    return { resource, isReplay: false };
  }
  const requestHash = createBinding(operation, body as object);
  const name = `${ownerOfKey(holder)} ${key}`;
  const earlier = creates.get(name);
  if (earlier) return { resource: load(replayedResource(earlier, requestHash)), isReplay: true };
  add(resource);
  creates.set(name, { requestHash, resourceId: resource.id });
  return { resource, isReplay: false };
}

/** The answer to a create. */
export const answerCreated = <Resource extends { version: number }>(
  { resource, isReplay }: { resource: Resource; isReplay: boolean },
  present: (resource: Resource) => object,
): CompanyAnswer => ({
  status: 201,
  headers: { ...createdHeaders(isReplay), ...versionHeaders(resource) },
  body: present(resource),
});

/** The answer with one resource. */
export const answerResource = <Resource extends { version: number }>(
  resource: Resource,
  present: (resource: Resource) => object,
): CompanyAnswer => ({ status: 200, headers: versionHeaders(resource), body: present(resource) });

/** Writes a change of a resource. */
export function writeChange<Resource extends { updatedAt: Date; version: number }>(
  resource: Resource,
  changes: Partial<NoInfer<Resource>>,
  at: Date,
): void {
  Object.assign(resource, changes, { updatedAt: at, version: resource.version + 1 });
}

/** The answer with the page of a list that a query asks for. */
export async function answerList<Row extends { id: string }>(
  { query }: CompanyCall,
  rules: ListRules<string>,
  rows: readonly Row[],
  present: (row: Row) => object,
): Promise<CompanyAnswer> {
  const body = await readList(
    { ...rules, read: (request) => matchRows(rows, request), present },
    query as Record<string, string | undefined>,
    hashText,
  );
  return { status: 200, body };
}
