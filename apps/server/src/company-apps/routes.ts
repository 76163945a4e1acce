import type { bearerContract } from '@procurement-intents/contract/bearer';
import { APP_LIST } from '@procurement-intents/contract/company';
import { OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import { presentApp } from '@procurement-intents/domain/company';
import {
  type AppColumn,
  type AppRow,
  type AppsDeps,
  createApp,
  loadApp,
  rotateSecret,
  setAppDisabled,
  updateApp,
} from '../client-apps/manage-apps.ts';
import type { MinuteLimit } from '../auth/bearer/minute-limit.ts';
import { actorOf, targetOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import { checkAppSignature } from './check-signature.ts';

type AppHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  | 'createApp'
  | 'listApps'
  | 'getApp'
  | 'updateApp'
  | 'rotateAppSecret'
  | 'disableApp'
  | 'enableApp'
  | 'checkAppSignature'
>;

const APPS = { definition: APP_LIST, columns: {} as Partial<Record<string, AppColumn>> };

async function okApp(work: Promise<AppRow>) {
  const app = await work;
  return { status: 200 as const, headers: versionHeaders(app), body: presentApp(app) };
}

/** The handlers of Apps, for administrators. */
export function appHandlers(deps: AppsDeps, { limitChecks }: { limitChecks: MinuteLimit }): AppHandlers {
  return {
    createApp: async ({ body }, request) => {
      const { permissions, ipAllowList, ...rest } = body;
      const input = { ...rest, ...(permissions && { permissions }), ...(ipAllowList && { ipAllowList }) };
      const create = { actor: actorOf(request), key: createKeyOf(request, body) };
      const { app, secret, isReplay } = await createApp(deps, input, create);
      const headers = { ...createdHeaders(isReplay), ...versionHeaders(app) };
      return { status: 201, headers, body: { ...presentApp(app), ...(!isReplay && { secret }) } };
    },
    listApps: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...APPS, read: deps.store.listPage, present: presentApp }, query),
    }),
    getApp: async ({ params }) => okApp(loadApp(deps, params.id)),
    updateApp: async ({ params, body }, request) => {
      const { name, permissions, ipAllowList, archiveAfterDays } = body;
      const changes = {
        archiveAfterDays,
        ...(name !== undefined && { name }),
        ...(permissions && { permissions }),
        ...(ipAllowList && { ipAllowList }),
      };
      return okApp(updateApp(deps, targetOf(request, params.id), changes));
    },
    rotateAppSecret: async ({ params, body }, request) => {
      const { overlapSeconds = OAUTH_LIMITS.secretOverlapSeconds } = body;
      const { app, secret } = await rotateSecret(deps, targetOf(request, params.id), overlapSeconds);
      return {
        status: 200,
        headers: versionHeaders(app),
        body: { ...presentApp(app), secret },
      };
    },
    disableApp: async ({ params }, request) =>
      okApp(setAppDisabled(deps, { ...targetOf(request, params.id), isDisabled: true })),
    enableApp: async ({ params }, request) =>
      okApp(setAppDisabled(deps, { ...targetOf(request, params.id), isDisabled: false })),
    checkAppSignature: async ({ params, body }, { holder: { credentialId } }) => ({
      status: 200,
      body: await checkAppSignature(
        { apps: deps, limit: limitChecks },
        { id: params.id, credentialId },
        body,
      ),
    }),
  };
}
