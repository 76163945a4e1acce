import { DAY_SECONDS } from '@procurement-intents/contract';
import { Command } from 'commander';
import { OPERATOR } from '../../audit/record-change.ts';
import { type IssuedSecret, rotateSecret } from '../../client-apps/manage-apps.ts';
import { rekeyRecipients } from '../../personal-data/rekey-recipients.ts';
import type { IssuedWebhook } from '../../webhooks/issue-webhook.ts';
import { JSON_OPTION, printResult, withOperator } from '../run-admin-cli.ts';
import { parseSeconds } from '../parse-seconds.ts';
import { withApps } from './with-apps.ts';

// Long enough to deploy the new secret to every caller.
const DEFAULT_GRACE_SECONDS = DAY_SECONDS;

/** Prints an App with its new secret, and the webhook endpoint that was made with it. */
export function printSecret(
  isJson: boolean,
  { app, secret }: IssuedSecret,
  webhook: IssuedWebhook | null = null,
): void {
  const { id, name, permissions, ipAllowList } = app;
  const ofWebhook = webhook ? `Webhook id      ${webhook.id}\nWebhook secret  ${webhook.secret}\n` : '';
  const text = `App id      ${id}\nApp secret  ${secret}\n${ofWebhook}What is secret is shown this once; it is kept encrypted only.`;
  const shown = { appId: id, appSecret: secret, name, permissions, ipAllowList };
  printResult(isJson, webhook ? { ...shown, webhook } : shown, text);
}

/** Gives an App a new secret. */
export const rotateSecretCommand = (): Command =>
  new Command('rotate-secret')
    .description('gives an App a new secret; the old one stays valid for a while')
    .argument('<app-id>')
    .option('--grace-seconds <n>', 'how long the old secret still signs', parseSeconds, DEFAULT_GRACE_SECONDS)
    .option(...JSON_OPTION)
    .action(async (appId: string, options: { graceSeconds: number; json?: true }) => {
      printSecret(
        options.json === true,
        await withApps(
          (deps) => rotateSecret(deps, { id: appId, actor: OPERATOR }, options.graceSeconds),
          appId,
        ),
      );
    });

/** Encrypts what is sealed with the current keys. */
export const rekeyCommand = (): Command =>
  new Command('rekey')
    .description('encrypts secrets and recipients with the current SECRETS_KEY and DATA_KEY')
    .option(...JSON_OPTION)
    .action(async (options: { json?: true }) => {
      const done = await withOperator(async (operator) => {
        const resealed = await operator.rekeySecrets();
        const webhooks = await operator.rekeyWebhooks();
        const sealed = { resealed, webhooks, recipients: 0, left: 0 };
        const box = operator.openRecipientBox();
        for (const table of operator.recipients) {
          const { resealed: count, left } = await rekeyRecipients(table, box);
          sealed.recipients += count;
          sealed.left += left;
        }
        return sealed;
      });
      const left =
        done.left > 0 ? ` ${done.left} recipients changed at the same moment: run it once more.` : '';
      const text = `${done.resealed} secrets of Apps, ${done.webhooks} of webhook endpoints and ${done.recipients} recipients are sealed under the current keys.${left}`;
      printResult(options.json === true, done, text);
    });
