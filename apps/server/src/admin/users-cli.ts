import { text as readText } from 'node:stream/consumers';
import type { Scope } from '@procurement-intents/contract/bearer';
import { CreateUserBody, LOCALES, type Locale, NewPassword } from '@procurement-intents/contract/company';
import { collectFieldProblems, exactFen, ValidationError } from '@procurement-intents/domain';
import { presentUser } from '@procurement-intents/domain/company';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import { changeUser } from '../identity/change-user.ts';
import { createUser, resetPassword, setUserDisabled } from '../identity/manage-users.ts';
import { newDigits } from '../new-token.ts';
import type { People } from '../operator.ts';
import { JSON_OPTION, printResult, runAdminCli, withOperator } from './run-admin-cli.ts';
import { parseScopes } from './scope-options.ts';
import { translateRefusal, UsageError } from './translate-refusal.ts';

const GENERATED_CHARS = 20;
const PASSWORD_OPTION = [
  '--password-stdin',
  'read the password from standard input; else one is generated',
] as const;
const SCOPES_OPTION = ['--scopes <list>', 'scopes and roles, separated by commas', parseScopes] as const;

type User = ReturnType<typeof presentUser>;

const withIdentity = <T>(work: (identity: People['identity']) => Promise<T>): Promise<T> =>
  withOperator(async (operator) => work((await operator.openPeople()).identity));

/** The id of the user of this name. @throws UsageError when there is none. */
async function idOf({ users }: People['identity'], username: string): Promise<string> {
  const user = await users.findByUsername(username.toLowerCase());
  if (!user) throw new UsageError(`there is no user ${username}`);
  return user.id;
}

/** The password from standard input, or a new one to be shown once. */
async function readPassword(isGiven: boolean): Promise<{ password: string; isGenerated: boolean }> {
  if (!isGiven) return { password: newDigits().slice(0, GENERATED_CHARS), isGenerated: true };
  const password = (await readText(process.stdin)).replace(/\r?\n$/, '');
  if (!NewPassword.safeParse(password).success)
    throw new UsageError('the password must have 12 to 128 characters');
  return { password, isGenerated: false };
}

function yuan(text: string): number {
  if (!/^\d{1,11}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('must be an amount in yuan');
  return Number(text);
}

const lineOf = ({ id, username, displayName, scopes, disabledAt }: User): string =>
  `${id}  ${disabledAt === undefined ? 'enabled ' : 'disabled'}  ${username}  ${scopes.join(',') || 'no scope'}  ${displayName}`;

function print(isJson: boolean | undefined, user: User, password: string | null): void {
  const shown = password === null ? '' : `\nPassword  ${password}\nIt is shown this once.`;
  printResult(isJson === true, { ...user, ...(password !== null && { password }) }, lineOf(user) + shown);
}

const program = new Command('npm run users --').description('Manages the people who may log in.');

interface CreateOptions {
  username: string;
  displayName?: string;
  scopes: Scope[];
  locale?: Locale;
  approvalLimit?: number;
  passwordStdin?: true;
  json?: true;
}

program
  .command('create')
  .description('adds a user')
  .requiredOption('--username <name>', 'name to log in with')
  .requiredOption(...SCOPES_OPTION)
  .option('--display-name <name>', 'name that others see; default: the username')
  .addOption(new Option('--locale <language>', 'language of pages').choices(LOCALES))
  .option('--approval-limit <yuan>', 'the largest total of a request that the user approves', yuan)
  .option(...PASSWORD_OPTION)
  .option(...JSON_OPTION)
  .action(async ({ passwordStdin, json, displayName, ...options }: CreateOptions) => {
    const { password, isGenerated } = await readPassword(passwordStdin === true);
    const body = { ...options, password, displayName: displayName ?? options.username };
    const checked = CreateUserBody.safeParse(body);
    if (!checked.success) throw translateRefusal(new ValidationError(collectFieldProblems([checked.error])));
    const { approvalLimit, ...input } = checked.data;
    const approvalLimitFen = approvalLimit === undefined ? null : exactFen(approvalLimit);
    const { user } = await withIdentity((identity) =>
      createUser(identity, { ...input, approvalLimitFen }, { actor: OPERATOR }),
    );
    print(json, presentUser(user), isGenerated ? password : null);
  });

program
  .command('list')
  .description('lists the users')
  .option(...JSON_OPTION)
  .action(async ({ json }: { json?: true }) => {
    const rows = (await withIdentity(({ users }) => users.list())).map(presentUser);
    printResult(json === true, rows, rows.map(lineOf).join('\n') || 'There is no user yet.');
  });

/** Changes the user of this name by a verb. */
const change = async (
  username: string,
  verb: (identity: People['identity'], target: ChangeTarget) => ReturnType<typeof setUserDisabled>,
): Promise<User> =>
  presentUser(
    await withIdentity(async (identity) =>
      verb(identity, { id: await idOf(identity, username), actor: OPERATOR }),
    ),
  );

const setDisabled = (username: string, isDisabled: boolean): Promise<User> =>
  change(username, (identity, target) => setUserDisabled(identity, { ...target, isDisabled }));

program
  .command('set-scopes')
  .description('replaces the scopes of a user; takes effect at the next call')
  .argument('<username>')
  .requiredOption(...SCOPES_OPTION)
  .option(...JSON_OPTION)
  .action(async (username: string, { scopes, json }: { scopes: Scope[]; json?: true }) => {
    const user = await change(username, (identity, target) =>
      changeUser(identity, target, 'user.updated', () => ({ changes: { scopes } })),
    );
    print(json, user, null);
  });

program
  .command('disable')
  .description('refuses a user, with the keys and tokens that act for the user')
  .argument('<username>')
  .option(...JSON_OPTION)
  .action(async (username: string, { json }: { json?: true }) =>
    print(json, await setDisabled(username, true), null),
  );

program
  .command('enable')
  .description('lets a disabled user in again')
  .argument('<username>')
  .option(...JSON_OPTION)
  .action(async (username: string, { json }: { json?: true }) =>
    print(json, await setDisabled(username, false), null),
  );

program
  .command('reset-password')
  .description('sets a new password, and ends the sessions of the user')
  .argument('<username>')
  .option(...PASSWORD_OPTION)
  .option(...JSON_OPTION)
  .action(async (username: string, options: { passwordStdin?: true; json?: true }) => {
    const { password, isGenerated } = await readPassword(options.passwordStdin === true);
    const user = await change(username, (identity, target) =>
      resetPassword(identity, { ...target, password }),
    );
    print(options.json, user, isGenerated ? password : null);
  });

await runAdminCli(program);
