import { randomUUID } from 'node:crypto';
import type { CreateRequestBody, PurchaseRequest, RequestStatus } from '@procurement-intents/sdk/bearer';
import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { withAdvice } from '../explain-error.ts';
import { LIMITS, REQUEST_STATUSES } from '../generated/tables.ts';
import { ifVersionOption, type ChangeCommandOptions } from '../intents/change-options.ts';
import { parseObject } from '../intents/read-order.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseIdempotencyKey, parseIdOf, parseListOf, parsePageSize } from '../parse-arguments.ts';
import { readInput, STDIN } from '../read-input.ts';
import { UsageError } from '../usage-error.ts';
import { openCompany } from './open-company.ts';
import { formatYuan, showPage } from '../show-rows.ts';

const HEADER = ['ID', 'STATUS', 'PLATFORM', 'QUANTITY', 'TOTAL', 'CREATED', 'TITLE'];
const FIELDS = ['id', 'status', 'platform', 'quantity', 'totalAmount', 'createdAt', 'title'] as const;

const cellsOf = (item: Pick<PurchaseRequest, (typeof FIELDS)[number]>): string[] =>
  FIELDS.map((name) => (name === 'totalAmount' ? formatYuan(item[name]) : String(item[name])));

interface ListOptions {
  status?: string;
  limit: number;
  cursor?: string;
}

const parseRequestId = parseIdOf('a purchase request', 'purchaseRequest', 'requests list');

export function addRequestCommands(requests: Command, context: CliContext): void {
  addCreateRequest(requests, context);
  addListRequests(requests, context);
  requests
    .command('get')
    .summary('show a request')
    .description('Shows a purchase request as it stands now.')
    .argument('<id>', 'id of the request', parseRequestId)
    .action(async (id: string, _: unknown, command: Command) => {
      const company = await openCompany(context, optionsOf<object>(command));
      await show(context, command, await company.purchaseRequests.get(id));
    });
  for (const each of DECISIONS) addDecision(requests, context, each);
}

const show = ({ terminal }: CliContext, command: Command, request: object): Promise<void> =>
  optionsOf<object>(command).json ? printJson(terminal, request) : showFields(terminal, request);

function addCreateRequest(requests: Command, context: CliContext): void {
  requests
    .command('create')
    .summary('ask to buy')
    .description('Asks to buy: creates a purchase request, which another person approves.')
    .argument('<file>', 'a JSON file with the request, - for stdin')
    .option(
      '--idempotency-key <key>',
      'name of this request: repeated with the same key, it asks once',
      parseIdempotencyKey,
    )
    .action(async (file: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<{ idempotencyKey?: string }>(command);
      if (file === STDIN && options.apiKeyStdin)
        throw new UsageError(
          'only one of the request and the API key can come from stdin',
          'Give the key as PROCUREMENT_API_KEY, or log in.',
        );
      const text = (await readInput(file, terminal.input)).toString('utf8');
      const body = parseObject(file, text) as CreateRequestBody;
      const company = await openCompany(context, options);
      const { idempotencyKey = randomUUID() } = options;
      const created = await company.purchaseRequests
        .create(body, { idempotencyKey })
        .catch((error: unknown) => {
          const repeat = `Repeat the command with --idempotency-key ${idempotencyKey}: it asks once.`;
          throw withAdvice(error, repeat);
        });
      await show(context, command, created);
    });
}

function addListRequests(requests: Command, context: CliContext): void {
  const { pageSizeDefault, pageSizeMax } = LIMITS;
  requests
    .command('list')
    .summary('list requests')
    .description('Lists purchase requests, newest first. In a pipe: tabs between values, no header.')
    .option(
      '--status <status>',
      'only with this status; several separated by commas',
      parseListOf(REQUEST_STATUSES),
    )
    .option('-L, --limit <n>', `how many at most, 1 to ${pageSizeMax}`, parsePageSize, pageSizeDefault)
    .option('--cursor <cursor>', 'go on where an earlier list ended, with the same filters')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<ListOptions>(command);
      const company = await openCompany(context, options);
      const page = await company.purchaseRequests.list({
        fields: FIELDS,
        pageSize: options.limit,
        cursor: options.cursor,
        'filter[status][in]': options.status?.split(',') as RequestStatus[] | undefined,
      });
      await showPage(context, options, page, { header: HEADER, cellsOf, none: 'There is no such request.' });
    });
}

interface Decision {
  name: 'approve' | 'reject' | 'withdraw';
  summary: string;
  description: string;
}

const DECISIONS: readonly Decision[] = [
  {
    name: 'approve',
    summary: 'approve a request',
    description:
      'Approves a request, which is then bought. Needs a login: only a person approves, and never a request of their own.',
  },
  {
    name: 'reject',
    summary: 'reject a request',
    description: 'Rejects a request. Needs a login: only a person rejects.',
  },
  { name: 'withdraw', summary: 'take a request back', description: 'Takes a request of your own back.' },
];

function addDecision(requests: Command, context: CliContext, { name, summary, description }: Decision): void {
  requests
    .command(name)
    .summary(summary)
    .description(description)
    .argument('<id>', 'id of the request', parseRequestId)
    .option('--note <text>', 'why; everybody who sees the request sees it')
    .addOption(ifVersionOption())
    .action(async (id: string, _: unknown, command: Command) => {
      const { note, ...options } = optionsOf<ChangeCommandOptions & { note?: string }>(command);
      const company = await openCompany(context, options);
      const { ifVersion } = options;
      const body = note === undefined ? {} : { note };
      await show(context, command, await company.purchaseRequests[name](id, body, { ifVersion }));
    });
}
