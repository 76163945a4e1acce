import { ROLES, type Scope, SCOPE_NAMES } from '@procurement-intents/contract/bearer';
import { DEVICE_GRANT, type GrantType, OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { Command, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import {
  type ClientsContext,
  createClient,
  type IssuedClient,
  rotateClientSecret,
  setClientDisabled,
} from '../oauth/manage-clients.ts';
import type { Operator } from '../operator.ts';
import { findMaker } from './find-maker.ts';
import { parseSeconds } from './parse-seconds.ts';
import { JSON_OPTION, printResult, runAdminCli, withOperator } from './run-admin-cli.ts';

/** Short names of grant types, for people. */
const GRANTS: Record<string, readonly GrantType[]> = {
  code: ['authorization_code', 'refresh_token'],
  device: [DEVICE_GRANT, 'refresh_token'],
  'client-credentials': ['client_credentials'],
};

/** Runs one command, on clients or on the client `id`. */
const withClients = <T>(
  work: (context: ClientsContext, operator: Operator) => Promise<T>,
  id = '',
): Promise<T> =>
  withOperator(async (operator) => work(await operator.openClients(), operator), {
    subject: `client ${id}`,
  });

function printClient(isJson: boolean, { client, secret }: IssuedClient): void {
  const { id, name, scopes, grantTypes, redirectUris } = client;
  const text =
    secret === null
      ? `Client id      ${id}\nA public client has no secret.`
      : `Client id      ${id}\nClient secret  ${secret}\nThe secret is shown this once; only its hash is kept.`;
  const given = secret === null ? {} : { clientSecret: secret };
  printResult(isJson, { clientId: id, ...given, name, scopes, grantTypes, redirectUris }, text);
}

interface CreateOptions {
  name: string;
  scope?: Scope[];
  role?: keyof typeof ROLES;
  grant: string[];
  user?: string;
  redirectUri?: string[];
  public?: true;
  json?: true;
}

const program = new Command('npm run clients --').description(
  'Manages the OAuth clients: programs that act for the people of the company, or for themselves.',
);

program
  .command('create')
  .description('registers a client and shows its secret once')
  .requiredOption('--name <name>', 'what people see when they are asked, 1 to 100 characters')
  .addOption(new Option('--scope <scope...>', 'what it may do at most').choices(SCOPE_NAMES))
  .addOption(
    new Option('--role <role>', 'the scopes of a role').choices(Object.keys(ROLES)).conflicts('scope'),
  )
  .addOption(
    new Option('--grant <grant...>', 'how it gets tokens').choices(Object.keys(GRANTS)).makeOptionMandatory(),
  )
  .option('--user <username>', 'whose calls its own count as, with client-credentials: needed to ask to buy')
  .option('--redirect-uri <uri...>', 'where browsers return to, for code')
  .option('--public', 'an app on devices, which cannot keep a secret')
  .option(...JSON_OPTION)
  .action(async (options: CreateOptions) => {
    const { name, role, public: isPublic = false, redirectUri: redirectUris = [] } = options;
    const scopes = role ? ROLES[role] : (options.scope ?? []);
    const grantTypes = [...new Set(options.grant.flatMap((grant) => GRANTS[grant] ?? []))];
    const input = { name, scopes, grantTypes, redirectUris, isPublic };
    const issued = await withClients(async (context, operator) => {
      const { user } = options;
      const makerId = user === undefined ? null : await findMaker(await operator.openPeople(), user, scopes);
      return createClient(context, { ...input, makerId }, { actor: OPERATOR });
    });
    printClient(options.json === true, issued);
  });

program
  .command('list')
  .description('lists the clients')
  .option(...JSON_OPTION)
  .action(async (options: { json?: true }) => {
    const clients = await withClients((context) => context.clients.list());
    const rows = clients.map(({ id, name, scopes, grantTypes, redirectUris, isPublic, ...client }) => ({
      clientId: id,
      name,
      scopes,
      grantTypes,
      redirectUris,
      isPublic,
      isDisabled: client.disabledAt !== null,
      createdAt: client.createdAt.toISOString(),
    }));
    const lines = rows.map(
      (row) =>
        `${row.clientId}  ${row.isDisabled ? 'disabled' : 'enabled '}  ${row.isPublic ? 'public      ' : 'confidential'}  ${row.scopes.join(',')}  ${row.name}`,
    );
    printResult(options.json === true, rows, lines.join('\n') || 'There is no client yet.');
  });

program
  .command('rotate-secret')
  .description('gives a client a new secret; the old one stays valid for a while')
  .argument('<client-id>')
  .option(
    '--grace-seconds <n>',
    'how long the old secret still works',
    parseSeconds,
    OAUTH_LIMITS.secretOverlapSeconds,
  )
  .option(...JSON_OPTION)
  .action(async (id: string, options: { graceSeconds: number; json?: true }) => {
    const rotation = { id, overlapSeconds: options.graceSeconds, actor: OPERATOR };
    const issued = await withClients((context) => rotateClientSecret(context, rotation), id);
    printClient(options.json === true, issued);
  });

for (const [command, isDisabled] of [
  ['disable', true],
  ['enable', false],
] as const) {
  program
    .command(command)
    .description(
      isDisabled ? 'refuses a client and all its tokens at once' : 'lets a disabled client call again',
    )
    .argument('<client-id>')
    .option(...JSON_OPTION)
    .action(async (id: string, options: { json?: true }) => {
      const target = { id, isDisabled, actor: OPERATOR };
      await withClients((context) => setClientDisabled(context, target), id);
      printResult(options.json === true, { clientId: id, isDisabled }, `${id} is ${command}d.`);
    });
}

await runAdminCli(program);
