// Fastify and pg with the promises of the service: a signature buys once, a timeline, checked product pages, limits, sealed
// recipients, a log. Rules and schemas (zod) are those of `contract` and `domain`; the rest is plain code with one prepared
// statement a call, on the service's own tables.
import { CreateIntentBody, INTENT_ID_PATTERN, SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  collectFieldProblems,
  parseJsonBody,
  presentCreated,
  presentIntent,
  readCreateKeys,
  requireOwnIntent,
  ValidationError,
} from '@procurement-intents/domain';
import type { FastifyReply } from 'fastify';
import { Pool, types } from 'pg';
import { success } from '../../../../apps/server/src/http/handler.ts';
import {
  createRecipientBox,
  deriveDataKey,
} from '../../../../apps/server/src/personal-data/recipient-box.ts';
import { createLogger } from '../../../../apps/server/src/observability/logger.ts';
import { loadSecrets } from '../signature.ts';
import { createIntent } from './create-intent.ts';
import { IntentStore } from './intent-store.ts';
import { ProductPages } from './product-pages.ts';
import { RateLimits } from './rate-limits.ts';
import { languageOf, serveSigned, type SignedCall } from './signed-routes.ts';

types.setTypeParser(types.builtins.INT8, BigInt);
const { DATABASE_URL, SECRETS_KEY = '', PRODUCT_PREFIX = '', LOG_LEVEL = 'info' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const recipients = createRecipientBox([deriveDataKey(Buffer.from(SECRETS_KEY, 'base64'))]);
const intents = new IntentStore(pool, recipients);
const pages = new ProductPages(PRODUCT_PREFIX);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

function readBody(rawBody: Buffer, { headers }: SignedCall) {
  const kind = { contentType: headers['content-type'], contentEncoding: headers['content-encoding'] };
  const parsed = CreateIntentBody.safeParse(parseJsonBody(rawBody, kind, decodeUtf8));
  if (!parsed.success) throw new ValidationError(collectFieldProblems([parsed.error]));
  return parsed.data;
}

async function create(call: SignedCall, reply: FastifyReply): Promise<object> {
  const rawBody = call.body ?? Buffer.alloc(0);
  const body = readBody(rawBody, call);
  const key = call.headers['idempotency-key'] as string | undefined;
  const keys = readCreateKeys(key, String(call.headers[SIGNING_HEADERS.signature]));
  const request = { appId: call.app.id, body, rawBody, ...keys };
  const { row, isReplay } = await createIntent({ intents, pages }, request);
  if (isReplay) reply.header('Idempotency-Replayed', 'true');
  reply.code(201).header('ETag', '"1"');
  return success(201, presentCreated(row)).body;
}

async function get(call: SignedCall, reply: FastifyReply): Promise<object> {
  const { id } = call.params as { id: string };
  const row = requireOwnIntent(INTENT_ID_PATTERN.test(id) ? await intents.find(id) : null, call.app.id);
  reply.header('ETag', `"${row.version}"`);
  return success(200, presentIntent(row, languageOf(call))).body;
}

const port = await serveSigned(
  [
    { operation: 'createIntent', bucket: 'create', respond: create },
    { operation: 'getIntent', bucket: 'read', respond: get },
  ],
  { secrets: await loadSecrets(pool), limits: new RateLimits(), log: createLogger(LOG_LEVEL) },
);
process.stdout.write(`http://127.0.0.1:${port}\n`);
