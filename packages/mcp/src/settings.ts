import { UsageError } from './usage-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The tools that buy or end a purchase, each off unless the person who sets up the host allows it. */
export const RISKY_TOOLS = ['submit_intent', 'cancel_intent'] as const;
export type RiskyTool = (typeof RISKY_TOOLS)[number];

/** What the tools may do, whatever a model asks for. */
export interface Policy {
  allowed: ReadonlySet<RiskyTool>;
  /** The most that one intent may cost in all, in fen; null while `submit_intent` is off. */
  maxTotalFen: number | null;
  /** Whether a person confirms each submit. */
  isConfirmed: boolean;
}

export interface Settings {
  policy: Policy;
  /** Null without `PROCUREMENT_MCP_TOKEN`. */
  token: string | null;
}

const PREFIX = 'PROCUREMENT_MCP_';
const TOKEN_MIN_CHARS = 32;
const CONFIRM = ['always', 'never'] as const;
// At most 12 digits before the point: a total in fen stays an exact number.
const YUAN = /^\d{1,12}(?:\.\d{1,2})?$/;

/** How each variable is read; a variable of this prefix that is not here ends the start. */
const READERS = {
  ALLOW: readAllowed,
  MAX_TOTAL: readMaxTotal,
  CONFIRM: readConfirm,
  TOKEN: readToken,
};

/**
 * Reads the variables of this program. An empty one counts as absent.
 *
 * @throws UsageError that names a variable that is unknown, missing or has a value that is none of its own.
 */
export function readSettings(env: Env): Settings {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith(PREFIX) && !Object.hasOwn(READERS, name.slice(PREFIX.length)),
  );
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is no variable of this program: it has ${variableNames().join(', ')}`);
  const valueOf = (name: keyof typeof READERS): string | null => env[PREFIX + name] || null;
  const allowed = READERS.ALLOW(valueOf('ALLOW'));
  const maxTotalFen = READERS.MAX_TOTAL(valueOf('MAX_TOTAL'));
  if (allowed.has('submit_intent') && maxTotalFen === null)
    throw new UsageError(
      `${PREFIX}MAX_TOTAL is required where ${PREFIX}ALLOW names submit: the most yuan an intent may cost`,
    );
  return {
    policy: { allowed, maxTotalFen, isConfirmed: READERS.CONFIRM(valueOf('CONFIRM')) },
    token: READERS.TOKEN(valueOf('TOKEN')),
  };
}

const variableNames = (): string[] => Object.keys(READERS).map((name) => PREFIX + name);

function readAllowed(value: string | null): ReadonlySet<RiskyTool> {
  const names = (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      const tool = RISKY_TOOLS.find((each) => each === name || each === `${name}_intent`);
      if (tool) return tool;
      throw new UsageError(`${PREFIX}ALLOW: '${name}' is none of submit, cancel`);
    }),
  );
}

function readMaxTotal(value: string | null): number | null {
  if (value === null) return null;
  const fen = YUAN.test(value) ? Math.round(Number(value) * 100) : 0;
  if (fen > 0) return fen;
  throw new UsageError(`${PREFIX}MAX_TOTAL: '${value}' is no amount in yuan, such as 500 or 99.50`);
}

function readConfirm(value: string | null): boolean {
  const known = CONFIRM.find((each) => each === (value ?? 'always'));
  if (known === undefined)
    throw new UsageError(`${PREFIX}CONFIRM: '${value}' is none of ${CONFIRM.join(', ')}`);
  return known === 'always';
}

function readToken(value: string | null): string | null {
  if (value === null || (/^[\x21-\x7E]+$/.test(value) && value.length >= TOKEN_MIN_CHARS)) return value;
  // The value is a secret: it is not repeated.
  throw new UsageError(`${PREFIX}TOKEN needs at least ${TOKEN_MIN_CHARS} visible ASCII characters`);
}
