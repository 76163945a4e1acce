import type { UpdateIntentBody } from '@procurement-intents/sdk';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { addFieldOptions } from '../field-options.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';
import { ORDER_FIELDS } from './order-fields.ts';
import { readFields } from './read-order.ts';
import { showFields } from './show-intent.ts';

type Field = keyof UpdateIntentBody;

// A record, so that a new field of the service must be decided here.
const IS_OPTION: Record<Field, true> = {
  quantity: true,
  recipientName: true,
  address: true,
  phone: true,
  remarks: true,
  labels: true,
};
const FIELDS = Object.keys(IS_OPTION) as Field[];

export function addUpdateCommand(intents: Command, context: CliContext): void {
  const command = intents
    .command('update')
    .summary('change a purchase that is not processed yet')
    .description('Changes a draft or a submitted purchase. A field that is not named keeps its value.')
    .argument('<id>', 'id of the intent', parseIntentId)
    .argument('[file]', 'a JSON file with the new values, - for stdin; options go over its fields');
  addFieldOptions(command, ORDER_FIELDS, FIELDS)
    .addOption(ifVersionOption())
    .action(async (id: string, file: string | undefined, _: unknown, each: Command) => {
      const { terminal } = context;
      const options = optionsOf<UpdateIntentBody & ChangeCommandOptions>(each);
      const patch = await readFields(file, { options, names: FIELDS, stdin: terminal.input });
      const intent = await (await connect(context, options)).update(id, patch, options);
      await (options.json ? printJson(terminal, intent) : showFields(terminal, intent));
    });
}
