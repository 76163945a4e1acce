import type { JobDefinition } from '../infra/jobs.ts';

/** Takes one intent a step towards its outcome. */
export const processIntentJob: JobDefinition = { queue: 'intents.process', expireSeconds: 120 };
