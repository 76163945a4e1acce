import { EXAMPLE_PURCHASE, ID_PREFIXES } from '@procurement-intents/contract';
import type { DemoApp } from './demo-app.ts';
import type { PlatformConfig } from '../config/platform-config.ts';
import { type SandboxProduct, sandboxProduct } from '../config/sandbox-product.ts';
import type { GeneratedAdmin } from './first-admin.ts';

export interface ScreenInput {
  baseUrl: string;
  /** Whether the console is served. */
  hasConsole: boolean;
  sandboxUrl: string | null;
  demoApp: DemoApp | null;
  /** The platforms that are connected; the sample buys on one that is a shop of the sandbox. */
  platforms: readonly Pick<PlatformConfig, 'id' | 'productUrlPrefixes'>[];
  /** The administrator who was made at this start with a generated password. */
  admin: GeneratedAdmin | null;
  dataDir: string | null;
}

/** The output of `npm start`: addresses, the demo App, and two signed calls to paste into bash. */
export function renderStartScreen(input: ScreenInput): string {
  const lines = [
    '',
    '  Procurement Intent Service',
    '',
    `  API        ${input.baseUrl}/api/v1/health`,
    `  Reference  ${input.baseUrl}/docs`,
  ];
  if (input.hasConsole) lines.push(`  Console    ${input.baseUrl}/console`);
  if (input.sandboxUrl) lines.push(`  Sandbox    ${input.sandboxUrl}/   (shops, items, ledger)`);
  if (input.dataDir) lines.push(`  Data       ${input.dataDir}`);
  if (input.admin)
    lines.push(`  Admin      ${input.admin.username}   password ${input.admin.password}   (shown this once)`);
  if (input.demoApp) {
    lines.push(`  App id     ${input.demoApp.appId}`, `  App secret ${input.demoApp.appSecret}`);
  }
  const product = sandboxProduct(input.sandboxUrl, input.platforms);
  if (input.demoApp && product) {
    lines.push(
      '',
      '  Create an intent (bash, curl, openssl):',
      '',
      ...createCall(input.demoApp, input, product),
      '',
    );
    lines.push('  Read it again (same shell):', '', ...readCall(), '');
  }
  lines.push(`  ${input.demoApp ? 'Follow purchases live: npm run demo      ' : ''}Stop: Ctrl-C`, '');
  return lines.join('\n');
}

function createCall(
  { appId, appSecret }: DemoApp,
  { baseUrl }: ScreenInput,
  product: SandboxProduct,
): string[] {
  const body = { ...EXAMPLE_PURCHASE, ...product, quantity: 1 };
  return [
    `BASE=${baseUrl} APP=${appId} SECRET=${quote(appSecret)}`,
    `BODY=${quote(JSON.stringify(body))}`,
    'call() { local ts=$(date +%s)000 sig; sig=$(printf %s "$1$2$ts${3-}" | openssl dgst -sha256 -hmac "$SECRET" | sed "s/.* //");',
    '  curl -sS -X "$1" "$BASE$2" -H "X-App-Id: $APP" -H "X-Timestamp: $ts" -H "X-Signature: $sig" ${3:+-H "Content-Type: application/json" --data-binary "$3"}; echo; }',
    'ANSWER=$(call POST /api/v1/intents "$BODY"); echo "$ANSWER"',
  ];
}

function readCall(): string[] {
  return [`call GET "/api/v1/intents/$(grep -o '${ID_PREFIXES.intent}[0-9a-f]*' <<< "$ANSWER")"`];
}

/** Quotes text for bash: a configured secret may contain any visible character. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
