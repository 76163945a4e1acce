// Express, Prisma and pg-boss as their handbooks show them: the row and its job in one transaction.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import { CreateIntentBody } from '@procurement-intents/contract';
import { presentCreated, presentIntent, presentListItem } from '@procurement-intents/domain';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { Pool } from 'pg';
import { fromPrisma, PgBoss } from 'pg-boss';
import { success } from '../../../apps/server/src/http/handler.ts';
import { PrismaClient } from '../../../apps/server/src/generated/prisma/client.ts';
import { newIntent } from './new-intent.ts';
import { checkSignature, loadSecrets, refusal } from './signature.ts';

const QUEUE = 'process-intent';
const connectionString = process.env['DATABASE_URL'] ?? '';
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 10 }) });
const boss = new PgBoss({ connectionString });
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
await boss.start();
await boss.createQueue(QUEUE);
const secrets = await loadSecrets(new Pool({ connectionString, max: 1 }));

interface Locals {
  appId: string;
  signature: string;
}
type SignedResponse = Response<unknown, Locals>;
const rawBodies = new WeakMap<object, Buffer>();

const authenticate: RequestHandler = (req, res, next) => {
  const { method, originalUrl: path, headers } = req;
  const signed = checkSignature(secrets, { method, path, headers, body: rawBodies.get(req) });
  if (typeof signed === 'string') {
    const { status, body } = refusal(signed);
    res.status(status).json(body);
    return;
  }
  Object.assign(res.locals, signed);
  next();
};

async function create(req: Request, res: SignedResponse): Promise<void> {
  const parsed = CreateIntentBody.safeParse(req.body);
  if (!parsed.success) {
    res.status(400).json(refusal('VALIDATION_FAILED').body);
    return;
  }
  const data = newIntent({ ...res.locals, rawBody: rawBodies.get(req) ?? Buffer.alloc(0) }, parsed.data);
  const intent = await prisma.$transaction(async (transaction) => {
    const row = await transaction.intent.create({ data });
    await boss.send(QUEUE, { intentId: row.id }, { db: fromPrisma(transaction) });
    return row;
  });
  res.status(201).json(success(201, presentCreated(intent)).body);
}

async function get(req: Request, res: SignedResponse): Promise<void> {
  const intent = await prisma.intent.findUnique({ where: { id: String(req.params['id']) } });
  if (!intent || intent.appId !== res.locals.appId) {
    res.status(404).json(refusal('INTENT_NOT_FOUND').body);
    return;
  }
  res.json(success(200, presentIntent(intent, 'zh')).body);
}

async function list(req: Request, res: SignedResponse): Promise<void> {
  const page = Number(req.query['page'] ?? 1);
  const pageSize = Number(req.query['pageSize'] ?? 20);
  const where = { appId: res.locals.appId };
  const [rows, total] = await Promise.all([
    prisma.intent.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    prisma.intent.count({ where }),
  ]);
  const items = rows.map(presentListItem);
  const totalPages = Math.ceil(total / pageSize);
  res.json(success(200, { items, total, page, pageSize, totalPages }).body);
}

const app = express();
app.disable('x-powered-by');
app.use(express.json({ verify: (req, _res, body) => void rawBodies.set(req, body) }));
app.use(authenticate);
app.post('/api/v1/intents', create as never);
app.get('/api/v1/intents', list as never);
app.get('/api/v1/intents/:id', get as never);
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
