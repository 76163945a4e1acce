import type { ListOrdersQuery, Order } from '@procurement-intents/sdk/bearer';
import { Option, type Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { confirm } from '../confirm.ts';
import { LIMITS, ORDER_STATUSES, PLATFORMS } from '../generated/tables.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseIdOf, parseListOf, parsePageSize, parseTime } from '../parse-arguments.ts';
import { openCompany } from './open-company.ts';
import { formatYuan, showPage } from '../show-rows.ts';

const HEADER = ['ID', 'STATUS', 'PLATFORM', 'ORDER', 'QUANTITY', 'PAID', 'PLACED', 'TITLE'];
const FIELDS = [
  'id',
  'status',
  'platform',
  'orderId',
  'quantity',
  'amountPaid',
  'placedAt',
  'title',
] as const satisfies (keyof Order)[];

const cellsOf = (item: Pick<Order, (typeof FIELDS)[number]>): string[] =>
  FIELDS.map((name) => (name === 'amountPaid' ? formatYuan(item[name]) : String(item[name])));

interface ListOptions {
  status?: string;
  platform?: string;
  since?: string;
  before?: string;
  limit: number;
  cursor?: string;
}

const parseOrderId = parseIdOf('an order', 'order', 'orders list');

export function addOrderCommands(program: Command, context: CliContext): void {
  const orders = program
    .command('orders')
    .summary('follow and cancel orders on the platforms')
    .description(
      'Shows, refreshes and cancels the orders on the platforms, whoever asked for them, as a person or with an API key.',
    );
  addListOrders(orders, context);
  addOrderCommand(orders, context, {
    name: 'get',
    summary: 'show an order',
    description: 'Shows an order as the service knows it.',
  });
  addOrderCommand(orders, context, {
    name: 'refresh',
    summary: 'ask the platform about an order',
    description: 'Has the service ask the platform about an order now, and shows it.',
  });
  addCancelOrder(orders, context);
}

const show = ({ terminal }: CliContext, command: Command, order: object): Promise<void> =>
  optionsOf<object>(command).json ? printJson(terminal, order) : showFields(terminal, order);

function addListOrders(orders: Command, context: CliContext): void {
  const { pageSizeDefault, pageSizeMax } = LIMITS;
  orders
    .command('list')
    .summary('list orders')
    .description('Lists orders, newest first. In a pipe: tabs between values, no header.')
    .option(
      '--status <status>',
      'only with this status; several separated by commas',
      parseListOf(ORDER_STATUSES),
    )
    .addOption(new Option('--platform <name>', 'only on this platform').choices(PLATFORMS))
    .option('--since <time>', 'only placed at this time or later; UTC without an offset', parseTime)
    .option(
      '--before <time>',
      'only placed at this time or earlier; a day counts to its end; UTC without an offset',
      parseTime,
    )
    .option('-L, --limit <n>', `how many at most, 1 to ${pageSizeMax}`, parsePageSize, pageSizeDefault)
    .option('--cursor <cursor>', 'go on where an earlier list ended, with the same filters')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<ListOptions>(command);
      const company = await openCompany(context, options);
      const page = await company.orders.list({
        fields: FIELDS,
        pageSize: options.limit,
        cursor: options.cursor,
        startDate: options.since,
        endDate: options.before,
        'filter[platform]': options.platform as ListOrdersQuery['filter[platform]'],
        'filter[status][in]': options.status?.split(','),
      });
      await showPage(context, options, page, { header: HEADER, cellsOf, none: 'There is no such order.' });
    });
}

interface OrderCommand {
  name: 'get' | 'refresh';
  summary: string;
  description: string;
}

function addOrderCommand(
  orders: Command,
  context: CliContext,
  { name, summary, description }: OrderCommand,
): void {
  orders
    .command(name)
    .summary(summary)
    .description(description)
    .argument('<id>', 'id of the order', parseOrderId)
    .action(async (id: string, _: unknown, command: Command) => {
      const company = await openCompany(context, optionsOf<object>(command));
      await show(context, command, await company.orders[name](id));
    });
}

function addCancelOrder(orders: Command, context: CliContext): void {
  orders
    .command('cancel')
    .summary('cancel an order')
    .description(
      'Asks the platform to cancel an order, while its purchase is being processed. The platform may ask a fee or refuse.',
    )
    .argument('<id>', 'id of the order', parseOrderId)
    .option('-y, --yes', 'do not ask; needed where nobody can answer')
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<{ yes?: boolean }>(command);
      const company = await openCompany(context, options);
      if (!options.yes && !(await confirm(terminal, `Cancel ${id}?`)))
        return terminal.note('Nothing was cancelled.');
      await show(context, command, await company.orders.cancel(id));
    });
}
