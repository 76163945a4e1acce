import { parseArgs } from 'node:util';
import { Incomplete } from './broken-promise.ts';
import { GROUPS } from './check.ts';
import { CHECKS, idOf } from './checks.ts';
import { askHook, runHook } from './run-hook.ts';
import { SIZES } from './settings.ts';
import type { CheckSettings } from './settings.ts';
import { readYuan } from './read-yuan.ts';

/** The command line is wrong; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const REPORTS = ['text', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORTS)[number];

export interface CheckCommand {
  settings: Omit<CheckSettings, 'maxSpendFen'>;
  /** Null when the limit has to be asked for. */
  maxSpendFen: number | null;
  report: ReportFormat;
}

const OPTIONS = {
  token: { type: 'string' },
  product: { type: 'string' },
  price: { type: 'string' },
  shipping: { type: 'string' },
  'sold-out': { type: 'string' },
  second: { type: 'string' },
  'max-spend': { type: 'string' },
  name: { type: 'string' },
  address: { type: 'string' },
  phone: { type: 'string' },
  kill: { type: 'string' },
  restart: { type: 'string' },
  kills: { type: 'string' },
  ship: { type: 'string' },
  charged: { type: 'string' },
  only: { type: 'string', multiple: true },
  report: { type: 'string', default: 'text' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const USAGE = `procurement-gateway check <url> --product <url> [options]

Orders at a gateway, and checks whether it keeps the promises of the ordering protocol.
It spends money: at most --max-spend at any time. It cancels what it has bought, as far as the shop allows.

  --token <token>      bearer token of the gateway; better in GATEWAY_TOKEN, which no list of processes shows
  --product <url>      a product that is in stock: the cheaper, the better
  --max-spend <yuan>   the most that may be spent at any time; asked for when a person can answer
  --price <yuan>       price of one piece, if the product page does not show it
  --shipping <yuan>    the most that shipping of one order costs (default 0)
  --sold-out <url>     a product that is sold out
  --second <url>       another address of the same gateway: a second process
  --name, --address, --phone   the recipient of the orders
  --kill <command>     kills the gateway without warning, and
  --restart <command>  starts it again, in the background
  --kills <number>     how often (default ${SIZES.kills}, and a fifth of it with a lower total)
  --ship <command>     ships an order; {id} is the orderId that the gateway gave it
  --charged <command>  prints what the payment provider has charged for an order and not paid back, in yuan;
                       {no} is its merchantOrderNo
  --only <group>       only these checks: ${GROUPS.join(', ')}, or group/name; may be repeated
  --report <format>    text, json or junit (default text)

Exit code 0: every promise is kept. 1: one is broken. 2: the gateway does not respond, or the limit left checks out.`;

/** Reads the command line; null when the usage is asked for. @throws UsageError */
export function parseArguments(argv: readonly string[], env: NodeJS.ProcessEnv): CheckCommand | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const [command, url, ...rest] = positionals;
  if (command !== 'check')
    throw new UsageError(command ? `there is no command ${command}` : 'a command is missing');
  if (rest.length > 0) throw new UsageError(`${rest.join(' ')} is too much`);
  if (Boolean(values.kill) !== Boolean(values.restart))
    throw new UsageError('--kill needs --restart, and the other way round');
  const report = REPORTS.find((format) => format === values.report);
  if (!report) throw new UsageError(`--report is ${REPORTS.join(', ')}`);
  const token = values.token ?? env['GATEWAY_TOKEN'];
  if (!token) throw new UsageError('the token is missing: set GATEWAY_TOKEN');
  return {
    report,
    maxSpendFen: optional(values['max-spend'], (text) => amount('--max-spend', text)) ?? null,
    settings: {
      url: address('the URL of the gateway', url),
      token,
      product: address('--product', values.product),
      ...only(values.only),
      ...given({
        priceFen: optional(values.price, (text) => amount('--price', text)),
        shippingFen: optional(values.shipping, (text) => amount('--shipping', text)),
        soldOut: optional(values['sold-out'], (text) => address('--sold-out', text)),
        second: optional(values.second, (text) => address('--second', text)),
        recipient: recipient(values),
        kill: optional(values.kill, (hook) => () => runHook({ command: hook })),
        restart: optional(values.restart, (hook) => () => runHook({ command: hook })),
        sizes: optional(values.kills, (text) => ({ kills: readCount('--kills', text) })),
        ship: optional(values.ship, (hook) => (id: string) => runHook({ command: hook, values: { id } })),
        charged: optional(values.charged, (hook) => (no: string) => askCharge(hook, no)),
      }),
    },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function address(what: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${what} is missing`);
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new UsageError(`${what} is no http(s) URL: ${text}`);
  return text;
}

function amount(option: string, text: string): number {
  const fen = readYuan(text);
  if (fen === null) throw new UsageError(`${option} is an amount of yuan such as 19.90, not ${text}`);
  return fen;
}

function readCount(option: string, text: string): number {
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  if (count === null) throw new UsageError(`${option} is a whole number from 1 to 9999, not ${text}`);
  return count;
}

/** @throws Incomplete when the command fails or prints no amount. */
async function askCharge(command: string, no: string): Promise<number> {
  const printed = (await askHook({ command, values: { no } })).trim();
  const fen = readYuan(printed);
  if (fen === null)
    throw new Incomplete(
      `the command prints no amount of yuan such as 19.90 or 0, but ${printed || 'nothing'}: ${command}`,
    );
  return fen;
}

function recipient({ name, address: street, phone }: { name?: string; address?: string; phone?: string }) {
  if (name === undefined && street === undefined && phone === undefined) return undefined;
  if (!name || !street || !phone) throw new UsageError('--name, --address and --phone belong together');
  return { name, address: street, phone };
}

function only(names: readonly string[] | undefined): Pick<CheckSettings, 'only'> {
  if (!names) return {};
  const known = new Set<string>([...GROUPS, ...CHECKS.map(idOf)]);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new UsageError(`there is no check ${unknown.join(', ')}`);
  return { only: names };
}

const optional = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined ? undefined : read(text);

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
