import { Command } from 'commander';
import { createCommand } from './apps/create-command.ts';
import { listCommand, webhooksCommand } from './apps/list-commands.ts';
import { redactCommand } from './apps/redact-command.ts';
import { rekeyCommand, rotateSecretCommand } from './apps/secret-commands.ts';
import { disableCommand, updateCommand } from './apps/update-command.ts';
import { runAdminCli } from './run-admin-cli.ts';

const program = new Command('npm run apps --')
  .description('Manages the Apps that may call the signed interface.')
  .addCommand(createCommand())
  .addCommand(listCommand())
  .addCommand(webhooksCommand())
  .addCommand(rotateSecretCommand())
  .addCommand(updateCommand())
  .addCommand(rekeyCommand())
  .addCommand(redactCommand())
  .addCommand(disableCommand());

await runAdminCli(program);
