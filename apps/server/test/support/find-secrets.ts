import type { TestService } from './test-service.ts';

/** Every table of every schema as text, but for those that are left out; bytes are shown in hexadecimal digits. */
export async function dumpDatabase(
  { database }: Pick<TestService, 'database'>,
  leftOut: readonly string[] = [],
): Promise<string> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS "name" FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  const texts = await Promise.all(
    tables
      .filter(({ name }) => !leftOut.includes(name))
      .map(({ name }) =>
        database.$queryRawUnsafe<{ text: string | null }[]>(
          `SELECT string_agg(t::text, E'\\n') AS "text" FROM ${name} AS t`,
        ),
      ),
  );
  return texts.map(([row]) => row?.text ?? '').join('\n');
}

/** What base64 of a text that holds the secret has of it, wherever in the text it stands. */
function base64Of(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + secret);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    return whole.slice(before === 0 ? 0 : 4);
  });
}

/** How a secret can stand in a text: as it is, without its prefix, in base64 and in hexadecimal digits. */
function formsOf(secret: string): string[] {
  const digits = /^[a-z_]{2,8}_([0-9A-Za-z]{43,49})$/.exec(secret)?.[1];
  const texts = digits === undefined ? [secret] : [secret, digits];
  return texts.flatMap((text) => {
    const hex = Buffer.from(text).toString('hex');
    const base64 = base64Of(text);
    const url = base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
    return [text, encodeURIComponent(text), hex, hex.toUpperCase(), ...base64, ...url];
  });
}

/** The names of the secrets that a text holds in some form. */
export const findSecrets = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
