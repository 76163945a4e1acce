import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import type { GlobalOptions } from '../settings.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { parseLabels } from './parse-labels.ts';
import { showFields } from './show-intent.ts';

export function addLabelsCommand(intents: Command, context: CliContext): void {
  intents
    .command('labels')
    .summary('replace the labels of a purchase')
    .description(
      'Replaces all labels of a purchase, whatever its status. The purchase itself does not change.',
    )
    .argument('<id>', 'id of the intent', parseIntentId)
    .argument('<labels>', "such as batch=2026-11,cost-center=it; '' removes all", parseLabels)
    .action(async (id: string, labels: Record<string, string>, _: unknown, command: Command) => {
      const options = optionsOf<GlobalOptions>(command);
      const intent = await (await connect(context, options)).setLabels(id, labels);
      await (options.json ? printJson(context.terminal, intent) : showFields(context.terminal, intent));
    });
}
