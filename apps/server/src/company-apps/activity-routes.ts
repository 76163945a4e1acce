import type { bearerContract } from '@procurement-intents/contract/bearer';
import { ownerOfKey } from '@procurement-intents/domain/bearer';
import { type AppsDeps, loadApp } from '../client-apps/manage-apps.ts';
import type { ReadEvents } from '../events/list-events.ts';
import type { HandlersOf } from '../http/handler.ts';
import { readUsage, type UsageDeps } from './read-usage.ts';

type ActivityHandlers = Pick<HandlersOf<typeof bearerContract>, 'getAppUsage' | 'readAppEvents'>;

/** The handlers of what an App does, for administrators. */
export function appActivityHandlers(
  apps: Pick<AppsDeps, 'store'>,
  { readEvents, usage }: { readEvents: ReadEvents; usage: UsageDeps },
): ActivityHandlers {
  return {
    getAppUsage: async ({ params }) => {
      const { id } = await loadApp(apps, params.id);
      return { status: 200, body: await readUsage(usage, id) };
    },
    readAppEvents: async ({ params, query }, { signal, holder }) => {
      const { id } = await loadApp(apps, params.id);
      // Those who look at an App take none of the places in which it waits itself, nor each other's.
      return {
        status: 200,
        body: await readEvents(id, query, { signal, waiter: `administrator ${ownerOfKey(holder)}` }),
      };
    },
  };
}
