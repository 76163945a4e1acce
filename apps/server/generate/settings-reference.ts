import { ROLES, type Setting } from '../src/config/setting.ts';
import { SETTINGS } from '../src/config/settings.ts';

const GENERATED =
  '<!-- Generated from apps/server/src/config/settings.ts by `npm run generate`. Change the table there, not this page. -->';

const INTRO = `The service is configured by environment variables alone. All are optional outside production, and an empty one counts
as not set. At the start every value is checked: the process ends with one line for each variable that is wrong or
missing, and never repeats a secret.`;

const ROLES_INTRO = `The column Roles names who works with a setting; nobody else needs it. A process logs a warning at its start for each
secret, and for the TLS files, that it has been given without need: keep them away from it.`;

const PRODUCTION = `With \`NODE_ENV=production\` a process starts only with what its roles need. The role \`sandbox\` is refused.

- api: \`DATABASE_URL\`, \`SECRETS_KEY\`, the \`_PRODUCT_URLS\` of the three platforms; where workers have a \`DATA_KEY\`, the same one
- worker: \`DATABASE_URL\`, \`DATA_KEY\` (or, while there is none, \`SECRETS_KEY\`), and of the three platforms the \`_URL\`, \`_TOKEN\` and \`_PRODUCT_URLS\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function rolesOf({ roles, fallbackFor }: Setting): string {
  const names = roles.length === ROLES.length ? 'all' : roles.join(', ');
  return fallbackFor ? `${names}; ${fallbackFor.role} while \`${fallbackFor.setting}\` is unset` : names;
}

function row([name, setting]: [string, Setting]): string {
  const { rule, defaultText, effect, isSecret } = setting;
  const value = isSecret ? `${rule} (secret)` : rule;
  return `| ${[`\`${name}\``, value, defaultText, rolesOf(setting), effect].map(cell).join(' | ')} |`;
}

/** The page that names every setting, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const table = ['| Variable | Value | Default | Roles | Effect |', '| --- | --- | --- | --- | --- |'];
  table.push(...Object.entries<Setting>(SETTINGS).map(row));
  const blocks = [
    GENERATED,
    '# Settings',
    INTRO,
    ROLES_INTRO,
    table.join('\n'),
    '## In production',
    PRODUCTION,
  ];
  return { 'docs/reference/settings.md': `${blocks.join('\n\n')}\n` };
}
