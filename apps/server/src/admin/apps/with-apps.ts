import type { AppsDeps } from '../../client-apps/manage-apps.ts';
import type { Operator } from '../../operator.ts';
import { withOperator } from '../run-admin-cli.ts';

/** Opens the tools for one command on Apps, or on the App `appId`, and closes them afterwards. */
export const withApps = <T>(
  work: (deps: AppsDeps, operator: Operator) => Promise<T>,
  appId = '',
): Promise<T> =>
  withOperator(async (operator) => work(await operator.openApps(), operator), { subject: `App ${appId}` });
