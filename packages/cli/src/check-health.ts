import type { Command } from 'commander';
import { connectUnsigned, optionsOf, printJson, type CliContext } from './cli-context.ts';
import { showFields } from './intents/show-intent.ts';

export function addHealthCommand(program: Command, context: CliContext): void {
  program
    .command('health')
    .summary('check whether the service can serve')
    .description(
      'Asks the service whether it can serve. Needs only its address; exits with 3 when it cannot.',
    )
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<object>(command);
      const health = await (await connectUnsigned(context, options)).health();
      await (options.json ? printJson(context.terminal, health) : showFields(context.terminal, health));
    });
}
