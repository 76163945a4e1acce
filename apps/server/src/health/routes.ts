import { HEALTHY_MESSAGE } from '@procurement-intents/contract';
import { envelope, type Handlers } from '../http/handler.ts';
import { checkHealth, type HealthDeps } from './check-health.ts';

/** The handler of the health operation. */
export function healthHandlers(deps: HealthDeps): Pick<Handlers, 'getHealth'> {
  return {
    getHealth: async () => ({ status: 200, body: envelope(HEALTHY_MESSAGE, await checkHealth(deps)) }),
  };
}
