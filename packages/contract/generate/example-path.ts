import {
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_INTENT_ID,
  EXAMPLE_REPLAY_ID,
  EXAMPLE_WEBHOOK_ID,
} from '../src/examples.ts';
import { ROUTES } from '../src/signed/route-table.ts';

const IDS: Record<string, string> = { deliveryId: EXAMPLE_DELIVERY_ID, replayId: EXAMPLE_REPLAY_ID };

/** The example of an id in this path: of its resource, which is the same for all paths below it. */
export function exampleOf(path: string, name: string): string {
  const ofResource = path.startsWith(ROUTES.listWebhooks.path) ? EXAMPLE_WEBHOOK_ID : EXAMPLE_INTENT_ID;
  return IDS[name] ?? ofResource;
}

/** The path with examples in place of its ids. */
export const examplePath = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => exampleOf(path, name));
