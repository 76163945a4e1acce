import type { AnswerOf } from '../../platform/http.ts';

export type Platform = AnswerOf<'getDashboard'>['platforms'][number];

/** How platforms do, the best first. Each names its text `health.<name>`. */
export const HEALTH = ['healthy', 'quiet', 'failing', 'stopped'] as const;
export type Health = (typeof HEALTH)[number];

// Single failures happen every day, and purchases are tried again.
const FAILING_SHARE = 0.1;

/** What a person wants to know of a platform at one glance. */
export function healthOf({
  calls,
  failures,
  stopped,
}: Pick<Platform, 'calls' | 'failures' | 'stopped'>): Health {
  if (stopped.length > 0) return 'stopped';
  if (calls === 0) return 'quiet';
  return failures / calls >= FAILING_SHARE ? 'failing' : 'healthy';
}
