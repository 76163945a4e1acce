import { setTimeout as pause } from 'node:timers/promises';
import { createBearerClient } from '@procurement-intents/sdk/bearer';
import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { requireSettings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { deleteLogin, loginFile, readLogin, writeLogin } from './credential-file.ts';
import { LoginError, pollForTokens, requestDeviceCode, revokeLogin } from './oauth.ts';
import { findBaseUrl } from './open-company.ts';

interface LoginOptions {
  clientId?: string;
  scope?: string;
}

export function addLoginCommand(program: Command, context: CliContext): void {
  program
    .command('login')
    .summary('log in as a person, for requests, orders and reports')
    .description(
      'Logs in as a person: shows a code, which you confirm on a page of the service in any browser. The login is kept in a file that only you can read.',
    )
    .option('--client-id <id>', 'OAuth client of this command line; else PROCUREMENT_CLIENT_ID')
    .option('--scope <scopes>', 'scopes to ask for, separated by spaces; default those of the OAuth client')
    .action((_: unknown, command: Command) => logIn(context, command));
}

async function logIn(context: CliContext, command: Command): Promise<void> {
  const { terminal, env } = context;
  const options = optionsOf<LoginOptions>(command);
  const found = await findBaseUrl(context, options);
  const { baseUrl } = requireSettings({ values: found ? { baseUrl: found } : {}, sources: {} }, 'baseUrl');
  const clientId = options.clientId ?? env['PROCUREMENT_CLIENT_ID'];
  if (!clientId)
    throw new UsageError(
      'missing: the id of the OAuth client: --client-id, or PROCUREMENT_CLIENT_ID',
      'Ask whoever runs the service: a public client with the grant types of devices and of refresh tokens.',
    );
  const code = await requestDeviceCode(baseUrl, clientId, options.scope);
  terminal.note(
    `Open ${code.completeUri} and confirm the code ${terminal.paintNote('bold', code.userCode)}.`,
  );
  const login = await pollForTokens({ baseUrl, clientId }, code, (ms) => pause(ms));
  await writeLogin(env, login);
  const profile = await createBearerClient({ baseUrl, credential: login.accessToken }).profile.get();
  if (options.json) return printJson(terminal, profile);
  terminal.note(`Logged in as ${profile.username ?? profile.displayName}; kept in ${loginFile(env)}.`);
}

export function addLogoutCommand(program: Command, context: CliContext): void {
  program
    .command('logout')
    .summary('end the login')
    .description('Ends the login at the service, and deletes its file.')
    .action(async () => {
      const { terminal, env } = context;
      const login = await readLogin(env);
      if (!login) return terminal.note('Nobody has logged in here.');
      // Without its file the login can be used by nobody here, whatever the service answers.
      await deleteLogin(env);
      try {
        await revokeLogin(login);
      } catch (error) {
        if (!(error instanceof LoginError)) throw error;
        terminal.note(`warning: the service has not ended it: ${error.message}`);
      }
      terminal.note('Logged out.');
    });
}
