import { PROCUREMENT_APP_ID } from '@procurement-intents/contract/procurement';
import { Command } from 'commander';
import { OPERATOR } from '../../audit/record-change.ts';
import { loadApp } from '../../client-apps/manage-apps.ts';
import { redactPerson } from '../../intents/redact-person.ts';
import { redactRequester } from '../../purchase-requests/redact-requests.ts';
import { JSON_OPTION, printResult, withOperator } from '../run-admin-cli.ts';

/** Overwrites the personal data of an App's user. */
export const redactCommand = (): Command =>
  new Command('redact')
    .description(
      "permanently overwrites the personal data of an App's user: recipients, addresses, phones, remarks",
    )
    .requiredOption(
      '--app <app-id>',
      `the App that created the intents; ${PROCUREMENT_APP_ID} for a person's purchase requests, too`,
    )
    .requiredOption('--user, --userId <user-id>', 'the `userId` of the intents')
    .option(...JSON_OPTION)
    .action(async (options: { app: string; userId: string; json?: true }) => {
      const { app: appId, userId } = options;
      const done = await withOperator(
        async ({ apps, appUsers, requesters, openClock }) => {
          const by = { actor: OPERATOR, at: (await openClock()).now() };
          if (appId === PROCUREMENT_APP_ID) await redactRequester(requesters, userId, by);
          else await loadApp({ store: apps }, appId);
          return redactPerson(appUsers, { appId, userId }, by);
        },
        { subject: `App ${appId}` },
      );
      const rest =
        done.open > 0
          ? ` ${done.open} have not ended: a worker redacts each within a minute of its end.`
          : '';
      printResult(options.json === true, done, `${done.redacted} intents of ${userId} are redacted.${rest}`);
    });
