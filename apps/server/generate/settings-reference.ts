import { type ProcessRole, PROCESS_ROLES, type Setting } from '../src/config/setting.ts';
import { requiredSettings } from '../src/config/required-settings.ts';
import { SETTINGS } from '../src/config/settings.ts';

const GENERATED =
  '<!-- Generated from apps/server/src/config/settings.ts by `npm run generate`. Change the table there, not this page. -->';

const INTRO = `The service is configured by environment variables only. All are optional outside production, and an empty one counts
as unset. All values are checked at the start: the process exits with one line for each variable that is invalid or
missing, and never shows a secret.`;

const ROLES_INTRO = `The column Roles lists the roles that use a setting. At its start, a process logs a warning about each secret and TLS
file that is set although none of its roles uses it. Remove these from its environment.`;

const PRODUCTION = `With \`NODE_ENV=production\` a process starts only with the settings that its roles need. The role \`sandbox\` is refused.

${describeRequired('api')}
${describeRequired('worker')}

All processes of one database have the same keys. If workers have a \`DATA_KEY\`, so has every API.`;

function describeRequired(role: ProcessRole): string {
  const names = requiredSettings([role]).map(
    ({ name, or }) => `\`${name}\`${or === undefined ? '' : ` (or \`${or}\`)`}`,
  );
  return `- ${role}: ${names.join(', ')}, and at least one platform`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function rolesOf({ roles, fallbackFor }: Setting): string {
  const names = roles.length === PROCESS_ROLES.length ? 'all' : roles.join(', ');
  return fallbackFor ? `${names}; ${fallbackFor.role} while \`${fallbackFor.setting}\` is unset` : names;
}

function row([name, setting]: [string, Setting]): string {
  const { rule, defaultText, effect, isSecret, requiredInProduction } = setting;
  const value = isSecret ? `${rule} (secret)` : rule;
  const isRequired = requiredInProduction && requiredInProduction.or === undefined;
  const shown = isRequired ? `${defaultText}; required in production` : defaultText;
  return `| ${[`\`${name}\``, value, shown, rolesOf(setting), effect].map(cell).join(' | ')} |`;
}

/** The page with all settings, by its path from the root of the repository. */
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
