import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { confirm } from '../confirm.ts';
import { parseIntentId } from '../parse-arguments.ts';
import type { Service } from '../service.ts';
import type { Terminal } from '../terminal.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';
import { showFields } from './show-intent.ts';

/** A command that ends a purchase or its record. */
interface Ending {
  name: string;
  summary: string;
  description: string;
  /** What is asked before, without the id. */
  question: string;
  declined: string;
  /** Returns what programs get. */
  end: (service: Service, id: string, options: ChangeCommandOptions) => Promise<object>;
  show: (terminal: Terminal, result: object, id: string) => void | Promise<void>;
}

const CANCEL: Ending = {
  name: 'cancel',
  summary: 'cancel a purchase',
  description:
    'Cancels a purchase for good. Once it is being processed, the platform may ask a fee or refuse.',
  question: 'Cancel',
  declined: 'Nothing was cancelled.',
  end: (service, id, options) => service.cancel(id, options),
  show: showFields,
};

const DELETE: Ending = {
  name: 'delete',
  summary: 'delete the record of a purchase',
  description: 'Deletes a draft, or the record of a purchase that FAILED or was CANCELLED, for good.',
  question: 'Delete',
  declined: 'Nothing was deleted.',
  async end(service, id, options) {
    await service.delete(id, options);
    return { id, isDeleted: true };
  },
  show: (terminal, _, id) => terminal.note(`${id} is deleted.`),
};

/** Adds `cancel` and `delete`, which ask before they end what cannot be brought back. */
export function addEndCommands(intents: Command, context: CliContext): void {
  for (const { name, summary, description, question, declined, end, show } of [CANCEL, DELETE]) {
    intents
      .command(name)
      .summary(summary)
      .description(description)
      .argument('<id>', 'id of the intent', parseIntentId)
      .option('-y, --yes', 'do not ask; needed where nobody can answer')
      .addOption(ifVersionOption())
      .action(async (id: string, _: unknown, command: Command) => {
        const { terminal } = context;
        const options = optionsOf<ChangeCommandOptions & { yes?: boolean }>(command);
        const service = await connect(context, options);
        if (!options.yes && !(await confirm(terminal, `${question} ${id}?`))) return terminal.note(declined);
        const result = await end(service, id, options);
        return options.json ? printJson(terminal, result) : show(terminal, result, id);
      });
  }
}
