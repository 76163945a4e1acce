import type { Actor } from '../audit/record-change.ts';

/** What is changed, and who changes it. */
export interface ChangeTarget {
  id: string;
  /** The caller's `If-Match`; the change is refused when it is stale. Default: any version is changed. */
  ifMatch?: string | undefined;
  actor: Actor;
}
