import type { Replays } from './replays.ts';
import type { CreateRefusal, WebhookStore } from './webhook-store.ts';

/** What an earlier call under the same `Idempotency-Key` has made. */
export interface MadeBefore {
  madeBefore: string;
}

type ReplayCreate = Replays['create'];

/** The statements on endpoints. Those of administrators record each change, and create once under a key. */
export interface EndpointStatements extends Omit<WebhookStore, 'create'> {
  create: (...given: Parameters<WebhookStore['create']>) => Promise<CreateRefusal | MadeBefore | null>;
}

/** The statements on replays. Those of administrators record each new one, and create once under a key. */
export interface ReplayStatements extends Pick<Replays, 'bounds' | 'find'> {
  create: (...given: Parameters<ReplayCreate>) => Promise<Awaited<ReturnType<ReplayCreate>> | MadeBefore>;
}
