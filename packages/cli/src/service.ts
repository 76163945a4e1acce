import {
  createSigner,
  exportIntents,
  ProcurementIntents,
  type AppEvent,
  type CancelledIntent,
  type CreatedIntent,
  type CreateIntentBody,
  type EventPage,
  type ExportedIntent,
  type ExportQuery,
  type FollowOptions,
  type Health,
  type Intent,
  type IntentEvents,
  type IntentPage,
  type IntentStatus,
  type ListEventsQuery,
  type ListIntentsQuery,
  type OnAttempt,
  type Signer,
  type UpdateIntentBody,
} from '@procurement-intents/sdk';
import type { Complete } from './settings.ts';
import type { Env } from './settings-file.ts';

/** The calls that commands make. */
export interface Service {
  create(body: CreateIntentBody, options: { idempotencyKey: string }): Promise<CreatedIntent>;
  get(id: string): Promise<Intent>;
  list(query: ListIntentsQuery): Promise<IntentPage>;
  /** All purchases that `query` selects, oldest first. */
  export(query: ExportQuery<string>): AsyncIterable<ExportedIntent<string>>;
  update(id: string, body: UpdateIntentBody, options?: ChangeOptions): Promise<Intent>;
  setLabels(id: string, labels: Record<string, string>): Promise<Intent>;
  submit(id: string, options?: ChangeOptions): Promise<Intent>;
  archive(id: string, options?: ChangeOptions): Promise<Intent>;
  unarchive(id: string, options?: ChangeOptions): Promise<Intent>;
  cancel(id: string, options?: ChangeOptions): Promise<CancelledIntent>;
  delete(id: string, options?: ChangeOptions): Promise<void>;
  events(id: string): Promise<IntentEvents>;
  /** The feed of the App from a cursor on, without end. Outages end nothing: they are told. */
  follow(options: FollowOptions, onOutage: OnOutage): AsyncIterable<AppEvent>;
  /** A page of the feed of the App. */
  listFeed(query: ListEventsQuery): Promise<EventPage>;
  webhooks: ProcurementIntents['webhooks'];
  health(): Promise<Health>;
  waitFor(id: string, options: WaitOptions): Promise<Intent>;
}

interface ChangeOptions {
  ifVersion?: number;
}

export interface WaitOptions {
  until: readonly IntentStatus[];
  timeoutMs: number;
  onChange: (intent: Intent) => void;
}

/** Called when an attempt is made again, with the name of the error, and with null when the service answers again. */
export type OnOutage = (error: string | null) => void;

export interface ServiceOptions {
  env: Env;
  /** Bounds each call. */
  timeoutMs?: number | undefined;
  /** Replaces the App's own signer. */
  signer?: Signer;
}

/** Opens the service for the App. @throws TypeError for an invalid address or id. */
export function openService(
  { baseUrl, appId, appSecret }: Complete,
  { env, timeoutMs, signer = createSigner(appId, appSecret) }: ServiceOptions,
): Service {
  let tellOutage: OnOutage = () => {};
  const client = new ProcurementIntents({
    baseUrl,
    appId,
    signer,
    timeoutMs,
    language: languageOf(env),
    onAttempt: watchOutages((error) => tellOutage(error)),
  });
  const { intents } = client;
  return {
    create: (body, options) => intents.create(body, options),
    get: (id) => intents.get(id),
    list: async (query) => intents.list(query),
    export: (query) => exportIntents(client, query),
    update: (id, body, { ifVersion } = {}) => intents.update(id, body, { ifVersion }),
    setLabels: (id, labels) => intents.setLabels(id, labels),
    submit: (id, { ifVersion } = {}) => intents.submit(id, { ifVersion }),
    archive: (id, { ifVersion } = {}) => intents.archive(id, { ifVersion }),
    unarchive: (id, { ifVersion } = {}) => intents.unarchive(id, { ifVersion }),
    cancel: (id, { ifVersion } = {}) => intents.cancel(id, { ifVersion }),
    delete: (id, { ifVersion } = {}) => intents.delete(id, { ifVersion }),
    events: (id) => intents.events(id),
    follow(options, onOutage) {
      tellOutage = onOutage;
      return client.events.follow(options);
    },
    listFeed: async (query) => client.events.list(query),
    webhooks: client.webhooks,
    health: () => client.health(),
    waitFor: (id, options) => intents.waitFor(id, options),
  };
}

/** Tells of the first attempt that is made again, and of the answer that ends the outage. */
function watchOutages(tell: OnOutage): OnAttempt {
  let isOut = false;
  return ({ operation, attempt, reason }) => {
    if (operation !== 'listEvents') return;
    if (attempt > 1 && !isOut) tell(reason);
    isOut ||= attempt > 1;
    return ({ error }) => {
      if (error !== null || !isOut) return;
      isOut = false;
      tell(null);
    };
  };
}

/** The language of the terminal: Chinese, else English. */
export function languageOf(env: Env): 'zh' | 'en' {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return locale.startsWith('zh') ? 'zh' : 'en';
}
