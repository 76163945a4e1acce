import { type PlatformId, PLATFORMS } from '@procurement-intents/contract';
import type { JobDefinition } from '../infra/jobs.ts';

/** Takes one intent a step towards its outcome. A queue a platform, so that one that hangs holds up no other. */
export const processIntentJobs = Object.fromEntries(
  PLATFORMS.map((id) => [id, { queue: `intents.process.${id}`, expireSeconds: 120 }]),
) as Record<PlatformId, JobDefinition>;
