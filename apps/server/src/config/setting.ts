import type { z } from 'zod';

export const ROLES = ['api', 'worker', 'sandbox'] as const;
/** What a process can do. */
export type Role = (typeof ROLES)[number];

/** One variable of the environment. */
export interface Setting {
  schema: z.ZodType;
  /** The roles that work with it. */
  roles: readonly Role[];
  /** A role that works with it while another setting is unset. */
  standsInFor?: { role: Role; setting: string };
  /** What a good value looks like; it ends the sentence "NAME must be ...". */
  rule: string;
  /** As documents show it. */
  fallback: string;
  effect: string;
  /** Kept out of every message, and no business of a process whose roles do not work with it. */
  isSecret?: boolean;
}
