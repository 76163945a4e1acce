import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFault, isFault } from './faults-of-service.ts';
import { send, type Request } from './send.ts';
import type { Seen } from './open-service.ts';

// The service that all clients call, in a process of its own. It checks no signature: what is measured is the client.
// What it does is written in the request: the id that is read names a fault, the App's id a rate limit.

const INTENT = {
  id: 'int_019aa4c1b7e27c3d9f00a1b2c3d4e5f6',
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/100012043978',
  title: '无线鼠标',
  price: 199.5,
  quantity: 2,
  totalAmount: 399,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '138****8000',
  status: 'SUBMITTED',
  statusMessage: '已提交，等待处理',
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:06.789Z',
  submittedAt: '2026-01-02T03:04:05.678Z',
  version: 3,
};
const CREATES_PER_SECOND = 10;

const seenByApp = new Map<string, Seen>();
const keysByApp = new Map<string, Set<string>>();
const createdInSecond = new Map<string, number>();

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request;
  if (url.startsWith('/seen/')) {
    response.end(JSON.stringify(seenByApp.get(url.slice('/seen/'.length)) ?? null));
    return;
  }
  // Whoever cannot sign gives the App's id as its token.
  const appId = String(headers['x-app-id'] ?? headers.authorization?.replace('Bearer ', ''));
  const seen = seenByApp.get(appId) ?? { requests: 0, refusedForRate: 0, purchases: 0 };
  seenByApp.set(appId, seen);
  seen.requests += 1;
  const call: Request = { request, response, nth: seen.requests };
  if (method === 'POST') countPurchase(appId, seen, headers['idempotency-key']);
  const fault = method === 'POST' ? appId.split('.')[1] : url.split('/').pop();
  if (isFault(fault)) answerFault(fault, call);
  else if (method === 'POST') create(appId, seen, call);
  // A window that is over holds nobody back: the client's pace is computed, and waits for nothing.
  else send(call, 200, { code: 0, message: 'OK', data: INTENT }, limitHeaders(1_000_000, 1, 1));
}

function countPurchase(appId: string, seen: Seen, key: string | string[] | undefined): void {
  const keys = keysByApp.get(appId) ?? new Set();
  keysByApp.set(appId, keys);
  keys.add(key === undefined ? `request ${seen.requests}` : String(key));
  seen.purchases = keys.size;
}

function create(appId: string, seen: Seen, call: Request): void {
  const second = Math.floor(Date.now() / 1_000);
  const used = (createdInSecond.get(`${appId} ${second}`) ?? 0) + 1;
  createdInSecond.set(`${appId} ${second}`, used);
  const headers = limitHeaders(CREATES_PER_SECOND, used, second + 1);
  if (used <= CREATES_PER_SECOND) send(call, 201, { code: 0, message: 'OK', data: INTENT }, headers);
  else {
    seen.refusedForRate += 1;
    send(call, 429, { code: 42901, message: 'too many requests' }, headers);
  }
}

function limitHeaders(limit: number, used: number, resetSeconds: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => answer(request, response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
