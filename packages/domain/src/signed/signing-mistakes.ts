/** What is fed into the digest, and how. */
export interface Recipe {
  secret: string;
  secretForm: SecretForm;
  method: string;
  path: string;
  timestamp: string;
  body: string;
  /** Text between the parts. */
  separator: string;
  /** Text after the last part. */
  ending: string;
  order: readonly Part[];
  algorithm: Algorithm;
}

export type Part = 'method' | 'path' | 'timestamp' | 'body';
export type Algorithm = 'hmac-sha256' | 'hmac-sha1' | 'hmac-sha512' | 'hmac-swapped' | 'plain-sha256';
/** How the secret becomes the key: as UTF-8, decoded, or encoded. */
export type SecretForm = 'utf8' | 'base64-decoded' | 'hex-decoded' | 'base64-encoded';

/** The address that a client calls; a `URL` is one. */
export interface BaseAddress {
  origin: string;
  host: string;
  pathname: string;
}

/** A mistake that integrators make, and how it changes the recipe; null when it changes nothing. */
export interface Mistake {
  /** Completes "The signature was made with …". */
  label: string;
  apply: (recipe: Recipe) => Partial<Recipe> | null;
}

const ORDER: readonly Part[] = ['method', 'path', 'timestamp', 'body'];

const mistake = (label: string, apply: Mistake['apply']): Mistake => ({ label, apply });

const METHOD: Mistake[] = [
  mistake('the method in lower case', ({ method }) => ({ method: method.toLowerCase() })),
  mistake('no method', () => ({ method: '' })),
];

type TextField = 'secret' | 'path' | 'body';

const onText = (field: TextField, label: string, change: (text: string) => string): Mistake =>
  mistake(label, (recipe) => {
    const changed = change(recipe[field]);
    return changed === recipe[field] ? null : { [field]: changed };
  });

const onPath = (label: string, change: (path: string) => string): Mistake => onText('path', label, change);

const inQuery = (path: string, change: (query: string) => string): string => {
  const at = path.indexOf('?');
  return at < 0 ? path : `${path.slice(0, at + 1)}${change(path.slice(at + 1))}`;
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const sortQuery = (query: string) => query.split('&').sort().join('&');

function pathMistakes(base: BaseAddress | null): Mistake[] {
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  return [
    onPath('the path without its query', (path) => path.replace(/\?.*/s, '')),
    onPath('the path without a ? before its query', (path) => path.replace('?', '')),
    onPath('the query in another order (sorted)', (path) => inQuery(path, sortQuery)),
    onPath('the path decoded instead of as sent', decode),
    onPath('the path encoded once more', (path) => (path.isWellFormed() ? encodeURI(path) : path)),
    onPath('%20 in the query where + was sent', (path) =>
      inQuery(path, (query) => query.replaceAll('+', '%20')),
    ),
    onPath('+ in the query where %20 was sent', (path) =>
      inQuery(path, (query) => query.replaceAll('%20', '+')),
    ),
    onPath('lower-case escapes where upper-case ones were sent', (path) =>
      path.replace(/%../g, (e) => e.toLowerCase()),
    ),
    onPath('upper-case escapes where lower-case ones were sent', (path) =>
      path.replace(/%../g, (e) => e.toUpperCase()),
    ),
    onPath('the path without its first /', (path) => path.replace(/^\//, '')),
    onPath('a / after the path', (path) => path.replace(/\/?(\?|$)/, '/$1')),
    onPath('the path without /api/v1', (path) => path.replace(/^.*?\/api\/v1/, '')),
    onPath('the path without what stands before /api/v1', (path) => path.replace(/^.+?(?=\/api\/v1)/, '')),
    ...(base ? [onPath('the whole address instead of the path', (path) => `${base.origin}${path}`)] : []),
    ...(base ? [onPath('host and path instead of the path', (path) => `${base.host}${path}`)] : []),
    ...(prefix ? [onPath(`${prefix} before the path`, (path) => prefix + path)] : []),
  ];
}

const onTimestamp = (label: string, change: (ms: number, text: string) => string): Mistake =>
  mistake(label, ({ timestamp }) =>
    /^\d{1,15}$/.test(timestamp) ? { timestamp: change(Number(timestamp), timestamp) } : null,
  );

const TIMESTAMP: Mistake[] = [
  onTimestamp('the timestamp in seconds', (ms) => String(Math.floor(ms / 1_000))),
  onTimestamp('the timestamp in milliseconds where seconds were sent', (_, text) => `${text}000`),
  onTimestamp('the timestamp as a date (ISO 8601)', (ms) => new Date(ms).toISOString()),
  mistake('no timestamp', () => ({ timestamp: '' })),
];

const onBody = (label: string, change: (body: string) => string): Mistake => onText('body', label, change);

const onJson = (label: string, write: (value: unknown) => string): Mistake =>
  onBody(label, (text) => {
    try {
      return write(JSON.parse(text));
    } catch {
      return text;
    }
  });

const escapeUnicode = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON with `, ` and `: ` as separators, as Python's `json.dumps` writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`)
    .join(', ')}}`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}

const BODY: Mistake[] = [
  onBody('no body', () => ''),
  onBody('a newline after the body', (text) => `${text}\n`),
  onBody('the body without its last newline', (text) => text.replace(/\r?\n$/, '')),
  onBody('{} for an empty body', (text) => text || '{}'),
  onBody('null for an empty body', (text) => text || 'null'),
  onJson('the body written anew (without spaces)', (value) => JSON.stringify(value)),
  onJson('the body written anew (", " and ": " between values, as Python does)', spaced),
  onJson('the body written anew (as Python does, escaped)', (value) => escapeUnicode(spaced(value))),
  onJson('the body written anew (escaped)', (value) => escapeUnicode(JSON.stringify(value))),
  onJson('the body written anew (as PHP does, / and text escaped)', (value) =>
    escapeUnicode(JSON.stringify(value)).replaceAll('/', String.raw`\/`),
  ),
  onJson('the body written anew (indented by 2)', (value) => JSON.stringify(value, null, 2)),
  onJson('the body written anew (indented by 4)', (value) => JSON.stringify(value, null, 4)),
  onJson('the body with its keys sorted', (value) => JSON.stringify(sortKeys(value))),
  onJson('the body with its keys sorted and spaces', (value) => spaced(sortKeys(value))),
];

const onSecret = (label: string, change: (secret: string) => string): Mistake =>
  onText('secret', label, change);
const asSecret = (label: string, secretForm: SecretForm): Mistake => mistake(label, () => ({ secretForm }));

/** `text` without surrounding quotes. */
export const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

const SECRET: Mistake[] = [
  onSecret('a newline after the secret', (secret) => `${secret}\n`),
  onSecret('a carriage return and newline after the secret', (secret) => `${secret}\r\n`),
  onSecret('white space around the secret left out', (secret) => secret.trim()),
  onSecret('the secret in quotes', (secret) => `"${secret}"`),
  onSecret('the secret without its quotes', unquote),
  asSecret('the secret decoded from Base64', 'base64-decoded'),
  asSecret('the secret decoded from hex', 'hex-decoded'),
  asSecret('the secret encoded as Base64', 'base64-encoded'),
];

const SEPARATORS: [string, string][] = [
  ['newlines', '\n'],
  ['spaces', ' '],
  ['colons', ':'],
  ['dots', '.'],
  ['commas', ','],
  ['bars', '|'],
  ['&', '&'],
];

const JOINING: Mistake[] = [
  ...SEPARATORS.map(([name, separator]) => mistake(`${name} between the parts`, () => ({ separator }))),
  mistake('a newline after the signed text (echo adds one)', () => ({ ending: '\n' })),
];

const ALGORITHM: Mistake[] = [
  mistake('HMAC-SHA1 instead of HMAC-SHA256', () => ({ algorithm: 'hmac-sha1' })),
  mistake('HMAC-SHA512 instead of HMAC-SHA256', () => ({ algorithm: 'hmac-sha512' })),
  mistake('key and message of the HMAC exchanged', () => ({ algorithm: 'hmac-swapped' })),
  mistake('SHA-256 of the secret and the text instead of an HMAC', () => ({ algorithm: 'plain-sha256' })),
];

const REORDERED: Mistake[] = permute(ORDER)
  .filter((order) => order.join() !== ORDER.join())
  .map((order) => mistake(`the parts in another order: ${order.join(', ')}`, () => ({ order })));

function permute<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permute(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

/** The recipe of a correct signature. */
export function correctRecipe(parts: Pick<Recipe, Part | 'secret'>): Recipe {
  return {
    ...parts,
    secretForm: 'utf8',
    separator: '',
    ending: '',
    order: ORDER,
    algorithm: 'hmac-sha256',
  };
}

/** The known mistakes in groups, the most frequent first. One request makes at most one mistake of each group. */
export function knownMistakes(base: BaseAddress | null): Mistake[][] {
  return [pathMistakes(base), BODY, TIMESTAMP, SECRET, METHOD, JOINING, REORDERED, ALGORITHM];
}
