import type { Scope } from '@procurement-intents/contract/bearer';
import { presentKey } from '@procurement-intents/domain/company';
import { Command } from 'commander';
import { createKey } from '../api-keys/manage-keys.ts';
import { OPERATOR } from '../audit/record-change.ts';
import type { People } from '../operator.ts';
import { findMaker } from './find-maker.ts';
import { parseName } from './parse-name.ts';
import { JSON_OPTION, printResult, runAdminCli, withOperator } from './run-admin-cli.ts';
import { parseScopes } from './scope-options.ts';
import { UsageError } from './translate-refusal.ts';

const withPeople = <T>(work: (people: People) => Promise<T>): Promise<T> =>
  withOperator(async (operator) => work(await operator.openPeople()));

const program = new Command('npm run keys --').description('Manages the API keys with which programs call.');

interface CreateOptions {
  user: string;
  name: string;
  scopes: Scope[];
  ip?: string[];
  json?: true;
}

program
  .command('create')
  .description('makes an API key and shows it once')
  .requiredOption('--user <username>', 'whose calls those of the key count as')
  .requiredOption('--name <name>', 'what the key is for', parseName)
  .requiredOption('--scopes <list>', 'scopes and roles, separated by commas', parseScopes)
  .option('--ip <cidr...>', 'addresses or CIDR ranges that may call; every address when left out')
  .option(...JSON_OPTION)
  .action(async ({ user: username, name, scopes, ip = [], json }: CreateOptions) => {
    const { row, key } = await withPeople(async ({ identity, keys }) => {
      const userId = await findMaker({ identity }, username, scopes);
      return createKey(keys, { name, scopes, ipAllowList: ip, userId }, { actor: OPERATOR });
    });
    const text = `Key id   ${row.id}\nAPI key  ${key}\nThe key is shown this once; only its hash is kept.`;
    printResult(json === true, { ...presentKey(row), key }, text);
  });

program
  .command('list')
  .description('lists the API keys')
  .option(...JSON_OPTION)
  .action(async ({ json }: { json?: true }) => {
    const rows = (await withPeople(({ keys }) => keys.keys.list())).map(presentKey);
    const lines = rows.map(
      ({ id, hint, revokedAt, scopes, name }) =>
        `${id}  ${hint}…  ${revokedAt === undefined ? 'valid  ' : 'revoked'}  ${scopes.join(',') || 'no scope'}  ${name}`,
    );
    printResult(json === true, rows, lines.join('\n') || 'There is no API key yet.');
  });

program
  .command('revoke')
  .description('refuses a key from the next call on')
  .argument('<key-id>')
  .option(...JSON_OPTION)
  .action(async (id: string, { json }: { json?: true }) => {
    const isRevoked = await withPeople(({ keys }) =>
      keys.keys.revoke(id, { actor: OPERATOR, at: keys.clock.now() }),
    );
    if (!isRevoked) throw new UsageError(`there is no valid key ${id}`);
    printResult(json === true, { id, revoked: true }, `${id} is revoked.`);
  });

await runAdminCli(program);
