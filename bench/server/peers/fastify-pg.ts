// Fastify and pg with a named statement, and no job: the leanest way to store an intent.
import type { AddressInfo } from 'node:net';
import { CreateIntentBody } from '@procurement-intents/contract';
import { presentIntent } from '@procurement-intents/domain';
import { fastify, type FastifyRequest } from 'fastify';
import { Pool, types } from 'pg';
import { success } from '../../../apps/server/src/http/handler.ts';
import type { IntentRow } from '../../../apps/server/src/intent-rows/intent-row.ts';
import { INSERT_INTENT, newIntent } from './new-intent.ts';
import { checkSignature, loadSecrets, refusal } from './signature.ts';

types.setTypeParser(types.builtins.INT8, BigInt);
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const secrets = await loadSecrets(pool);
const app = fastify();

app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);

function authenticate({ method, url: path, headers, body }: FastifyRequest) {
  return checkSignature(secrets, { method, path, headers, body: body as Buffer | undefined });
}

app.post('/api/v1/intents', async (request, reply) => {
  const signed = authenticate(request);
  if (typeof signed === 'string') {
    const { status, body } = refusal(signed);
    reply.code(status);
    return body;
  }
  const rawBody = request.body as Buffer;
  const parsed = CreateIntentBody.safeParse(JSON.parse(rawBody.toString()));
  if (!parsed.success) {
    reply.code(400);
    return refusal('VALIDATION_FAILED').body;
  }
  const values = Object.values(newIntent({ ...signed, rawBody }, parsed.data));
  const { rows } = await pool.query<IntentRow>({ name: 'create-intent', text: INSERT_INTENT, values });
  const { id, userId, platform, status, createdAt, updatedAt } = rows[0] as IntentRow;
  reply.code(201);
  return success(201, { id, userId, platform, status, createdAt, updatedAt }).body;
});

app.get('/api/v1/intents/:id', async (request, reply) => {
  const signed = authenticate(request);
  if (typeof signed === 'string') {
    const { status, body } = refusal(signed);
    reply.code(status);
    return body;
  }
  const { rows } = await pool.query<IntentRow>({
    name: 'get-intent',
    text: 'SELECT * FROM "intents" WHERE "id" = $1 AND "appId" = $2',
    values: [(request.params as { id: string }).id, signed.appId],
  });
  if (!rows[0]) {
    reply.code(404);
    return refusal('INTENT_NOT_FOUND').body;
  }
  return success(200, presentIntent(rows[0], 'zh')).body;
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
