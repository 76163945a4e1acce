import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import { showFields } from './show-intent.ts';

export function addCancelCommand(intents: Command, context: CliContext): void {
  intents
    .command('cancel')
    .summary('cancel a purchase')
    .description(
      'Cancels a purchase for good. Once it is being processed, the platform may ask a fee or refuse.',
    )
    .argument('<id>', 'id of the intent')
    .option('-y, --yes', 'do not ask; needed where nobody can answer')
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<{ yes?: boolean }>(command);
      const service = await connect(context, options);
      if (!options.yes && !(await confirm(context, id))) return terminal.note('Nothing was cancelled.');
      const cancelled = await service.cancel(id);
      return options.json ? printJson(terminal, cancelled) : showFields(terminal, cancelled);
    });
}

async function confirm({ terminal }: CliContext, id: string): Promise<boolean> {
  if (!terminal.isInteractive) throw new UsageError('cancelling cannot be undone: confirm it with --yes');
  const answer = await terminal.ask(`Cancel ${id}? This cannot be undone. [y/N] `);
  return /^y(es)?$/i.test(answer);
}
