import { type Setting, SETTINGS } from '../src/settings.ts';

const GENERATED =
  '<!-- Generated from apps/server/src/settings.ts by `npm run generate`. Change the table there, not this page. -->';

const INTRO = `The service is configured by environment variables alone. All are optional outside production, and an empty one counts
as not set. At the start every value is checked: the process ends with one line for each variable that is wrong or
missing, and never repeats a secret.`;

const PRODUCTION = `With \`NODE_ENV=production\` these have to be set: \`DATABASE_URL\`, \`SECRETS_KEY\`, and for each of the three
platforms its \`_URL\`, \`_TOKEN\` and \`_PRODUCT_URLS\`. The role \`sandbox\` is refused.`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row([name, { rule, fallback, effect, isSecret }]: [string, Setting]): string {
  const value = isSecret ? `${rule} (secret)` : rule;
  return `| ${[`\`${name}\``, value, fallback, effect].map(cell).join(' | ')} |`;
}

/** The page that names every setting, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const table = ['| Variable | Value | Default | Effect |', '| --- | --- | --- | --- |'];
  table.push(...Object.entries<Setting>(SETTINGS).map(row));
  const blocks = [GENERATED, '# Settings', INTRO, table.join('\n'), '## In production', PRODUCTION];
  return { 'docs/reference/settings.md': `${blocks.join('\n\n')}\n` };
}
