import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { declareTypes, PACKAGE, STRICT } from './declare-types.ts';

/** The compiler's errors for `source` without the DOM library and without @types/node. */
function complaints(files: Map<string, string>, source: string): string[] {
  const main = join(PACKAGE, 'src', 'bare-main.ts');
  const options: ts.CompilerOptions = { ...STRICT, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] };
  const host = ts.createCompilerHost(options);
  const own = new Map([...files, [main, source]]);
  const { getSourceFile, readFile } = host;
  // Only the declarations of this folder exist.
  const isOwn = (name: string) => name.startsWith(join(PACKAGE, 'src'));
  host.fileExists = (name) => (isOwn(name) ? own.has(name) : ts.sys.fileExists(name));
  host.readFile = (name) => own.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = own.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([main], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('the declarations need no other types, and report a type error', () => {
  const files = declareTypes();
  const program = `
    import { isErrorOf, ProcurementIntents, type Fetch } from './index.js';
    declare const myFetch: Fetch;
    const client = new ProcurementIntents({ baseUrl: '', appId: '', appSecret: '', fetch: myFetch });
    export async function run(signal: { reason: unknown }) {
      const intent = await client.intents.createAndWait({} as never, { until: ['PROCESSING'] });
      if (intent.status === 'FAILED') return intent.failureCode.toLowerCase();
      for await (const { title } of client.intents.list()) title.trim();
      const error: unknown = signal.reason;
      if (isErrorOf(error, 'cancelIntent') && error.name === 'CANCEL_REFUSED') return error.data.reason;
      for await (const { price } of client.intents.list({ fields: ['id', 'price'] })) price.toFixed(2);
      for await (const { price } of client.intents.list({ fields: 'id,price' })) price.toFixed(2);
      // @ts-expect-error no such field
      await client.intents.list({ fields: ['id', 'prize'] });
      // @ts-expect-error not among the fields
      for await (const { title } of client.intents.list({ fields: ['id', 'price'] })) title.trim();
      const read = await client.intents.get('int_1');
      // @ts-expect-error only when FAILED
      read.failureCode.toLowerCase();
      if (read.status === 'FAILED') read.failureCode.toLowerCase();
      // @ts-expect-error no such filter
      await client.intents.list({ state: 1 });
      return null;
    }
  `;
  expect(complaints(files, program)).toEqual([]);
}, 60_000);

it('those of the webhooks entry need none either', () => {
  const files = declareTypes('webhooks/index.ts');
  const program = `
    import { expressWebhook, fetchWebhook, isWebhookSignatureError, verifyWebhook } from './webhooks/index.js';
    import type { WebhookEvent } from './webhooks/index.js';
    export async function run(body: Uint8Array, headers: Record<string, string>, secrets: string[]) {
      const event: WebhookEvent = await verifyWebhook({ body, headers, secrets });
      if (event.type === 'webhook.failing') return event.data.webhookId satisfies string;
      // @ts-expect-error only about an intent
      if (event.type === 'webhook.disabled') return event.data.intentId;
      if (event.type === 'intent.completed') return event.data.intent?.orderId;
      // @ts-expect-error a parsed body
      await verifyWebhook({ body: { id: '' }, headers, secrets }).catch(() => null);
      // @ts-expect-error no such type
      if (event.type === 'intent.lost') return null;
      const error: unknown = null;
      if (isWebhookSignatureError(error)) return error.reason satisfies 'NO_MATCH' | string;
      const handle = fetchWebhook({ secrets, seen: () => false, onEvent: ({ data }) => data.detail });
      const { status } = await handle({ method: 'GET', headers: { get: () => null }, body: null, bodyUsed: false });
      return [status satisfies number, expressWebhook({ secrets, onEvent: async () => {} })];
    }
  `;
  expect(complaints(files, program)).toEqual([]);
}, 60_000);

it('those of the bearer entry need none either', () => {
  const files = declareTypes('bearer/index.ts');
  const program = `
    import { clientCredentials, createBearerClient, isBearerError, type BearerResources } from './bearer/index.js';
    const client: BearerResources = createBearerClient({
      baseUrl: '', credential: clientCredentials({ clientId: '', clientSecret: '' }),
    });
    export async function run() {
      const { id, version } = await client.suppliers.create({ name: '', platform: 'PLATFORM_A', shopUrl: '' });
      await client.suppliers.update(id, { status: 'BLOCKED' }, { ifVersion: version });
      for await (const { title } of client.purchaseRequests.list({ 'filter[status]': 'PENDING' })) title.trim();
      const list = client.purchaseRequests.list({ fields: ['price'], 'filter[status][in]': ['PENDING'] });
      for await (const each of list) {
        each.price.toFixed(each.id.length);
        // @ts-expect-error not among the fields
        each.title.trim();
      }
      // @ts-expect-error no such field
      await client.purchaseRequests.list({ fields: ['prize'] });
      // @ts-expect-error no such platform
      await client.suppliers.create({ name: '', platform: 'PLATFORM_Z', shopUrl: '' });
      const error: unknown = await client.suppliers.get(id).catch((each: unknown) => each);
      if (isBearerError(error, 'insufficient_scope')) return error.data.required_scope satisfies string;
      if (isBearerError(error, 'conflict')) return error.data.current_version?.toFixed();
      return null;
    }
  `;
  expect(complaints(files, program)).toEqual([]);
}, 60_000);
