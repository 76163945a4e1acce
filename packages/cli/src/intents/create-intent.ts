import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { withAdvice } from '../explain-error.ts';
import { addFieldOptions } from '../field-options.ts';
import { parseIdempotencyKey } from '../parse-arguments.ts';
import { FIELD_NAMES, ORDER_FIELDS } from './order-fields.ts';
import { readFields, type OrderOptions } from './read-order.ts';
import { showFields } from './show-intent.ts';
import { followIntent, timeoutOption } from './wait-for-intent.ts';

interface CreateCommandOptions extends OrderOptions {
  idempotencyKey?: string;
  wait?: boolean;
  timeout: number;
}

export function addCreateCommand(intents: Command, context: CliContext): void {
  const command = intents
    .command('create')
    .summary('buy a product')
    .description('Buys a product: creates an intent, which the service then orders.')
    .argument('[file]', 'a JSON file with the order, - for stdin; options go over its fields');
  addFieldOptions(command, ORDER_FIELDS, FIELD_NAMES)
    .option(
      '--idempotency-key <key>',
      'name of this purchase: repeated with the same key, it buys once',
      parseIdempotencyKey,
    )
    .option('--wait', 'wait for the end of the purchase')
    .addOption(timeoutOption('with --wait: how long'))
    .action(async (file: string | undefined, _: unknown, each: Command) => {
      await createIntent(context, file, each);
    });
}

async function createIntent(context: CliContext, file: string | undefined, command: Command): Promise<void> {
  const { terminal } = context;
  const options = optionsOf<CreateCommandOptions>(command);
  const body = await readFields(file, { options, names: FIELD_NAMES, stdin: terminal.input });
  const service = await connect(context, options);
  const idempotencyKey = options.idempotencyKey ?? randomUUID();
  // Printed before anything is sent: after a lost response, the call is repeated with the key and buys once.
  if (options.idempotencyKey === undefined) {
    terminal.note(
      `Idempotency-Key: ${idempotencyKey} (repeat with --idempotency-key to be sure to buy once)`,
    );
  }
  const repeat = `Repeat the command with --idempotency-key ${idempotencyKey}: it buys once.`;
  const created = await service.create(body, { idempotencyKey }).catch((error: unknown) => {
    throw withAdvice(error, repeat);
  });
  if (options.wait && created.status !== 'DRAFT') {
    terminal.note(`intent ${created.id}`);
    return followIntent(context, service, created.id, { ...options, until: [], timeoutMs: options.timeout });
  }
  return options.json ? printJson(terminal, created) : showFields(terminal, created);
}
