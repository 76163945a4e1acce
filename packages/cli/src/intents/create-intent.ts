import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { parseNumber } from '../parse-arguments.ts';
import { STDIN } from '../read-input.ts';
import { UsageError } from '../usage-error.ts';
import { readOrder, type OrderOptions } from './read-order.ts';
import { showFields } from './show-intent.ts';
import { followIntent, timeoutOption } from './wait-for-intent.ts';

interface CreateCommandOptions extends OrderOptions {
  idempotencyKey?: string;
  wait?: boolean;
  timeout: number;
}

export function addCreateCommand(intents: Command, context: CliContext): void {
  intents
    .command('create')
    .summary('buy a product')
    .description('Buys a product: creates an intent, which the service then orders.')
    .argument('[file]', 'a JSON file with the order, - for stdin; options go over its fields')
    .option('--user-id <id>', 'who starts the purchase')
    .option('--platform <name>', 'the platform to buy on')
    .option('--product-url <url>', "address of the product's page")
    .option('--title <text>', 'title of the product')
    .option('--price <yuan>', 'the most to pay for a piece', parseNumber)
    .option('--quantity <n>', 'how many pieces', parseNumber)
    .option('--recipient-name <name>', 'who receives the delivery')
    .option('--address <text>', 'where the delivery goes')
    .option('--phone <number>', 'mobile number of the recipient')
    .option('--remarks <text>', 'free text for the order')
    .option('--draft', 'keep it as a draft; nothing is ordered')
    .option('--idempotency-key <key>', 'name of this purchase: repeated with the same key, it buys once')
    .option('--wait', 'wait for the end of the purchase')
    .addOption(timeoutOption('with --wait: how long'))
    .action(async (file: string | undefined, _: unknown, command: Command) => {
      await createIntent(context, file, command);
    });
}

async function createIntent(context: CliContext, file: string | undefined, command: Command): Promise<void> {
  const { terminal } = context;
  const options = optionsOf<CreateCommandOptions>(command);
  if (file === STDIN && options.appSecretStdin) {
    throw new UsageError('only one of the order and the secret can come from stdin');
  }
  const body = await readOrder(file, options, terminal.input);
  const service = await connect(context, options);
  const idempotencyKey = options.idempotencyKey ?? randomUUID();
  // Printed before anything is sent: after a lost response, the call is repeated with the key and buys once.
  if (options.idempotencyKey === undefined) {
    terminal.note(
      `Idempotency-Key: ${idempotencyKey} (repeat with --idempotency-key to be sure to buy once)`,
    );
  }
  const created = await service.create(body, { idempotencyKey });
  if (options.wait && created.status !== 'DRAFT') {
    terminal.note(`intent ${created.id}`);
    return followIntent(context, service, created.id, { ...options, until: [], timeoutMs: options.timeout });
  }
  return options.json ? printJson(terminal, created) : showFields(terminal, created);
}
