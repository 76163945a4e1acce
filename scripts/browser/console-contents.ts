import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcurementIntents } from '../../packages/sdk/src/index.ts';
import { callApi, tokenOf, type Visit } from './console-visit.ts';
import type { DemoService } from '../terminal/demo-service.ts';

const SDK = join(import.meta.dirname, '..', '..', 'packages', 'sdk', 'dist', 'node', 'index.js');

export type Credentials = Pick<DemoService, 'appId' | 'appSecret'>;

const PURCHASE = {
  platform: 'PLATFORM_A',
  price: 199,
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
} as const;

/** The SDK as a program imports it. */
async function clientOf({ baseUrl }: DemoService, credentials: Credentials): Promise<ProcurementIntents> {
  const sdk = (await import(pathToFileURL(SDK).href)) as {
    ProcurementIntents: new (options: object) => ProcurementIntents;
  };
  return new sdk.ProcurementIntents({ baseUrl, ...credentials });
}

/** Accepts a purchase of an item of the sandbox, through the SDK. @returns the id of the intent. */
export async function buy(
  service: DemoService,
  credentials: Credentials,
  { item, title, text }: { item: string; title: string; text?: string },
): Promise<string> {
  const client = await clientOf(service, credentials);
  const { id } = await client.intents.create({
    ...PURCHASE,
    ...(text !== undefined && { recipientName: cut(text, 50), address: text, remarks: text }),
    userId: text === undefined ? 'user_1001' : cut(text, 64),
    productUrl: `${service.sandboxUrl}/a/items/${item}`,
    title,
  });
  return id;
}

const cut = (text: string, chars: number): string => text.slice(0, chars);

/** Asks for a purchase as a person who may not decide. @returns the id of the request. */
export async function askFor(visit: Visit, title: string, text = '新员工入职配备'): Promise<string> {
  const admin = await tokenOf(visit);
  const login = { username: `requester-${Date.now()}`, password: visit.admin.password };
  const scopes = ['read:purchase-requests', 'write:purchase-requests'];
  const person = { ...login, displayName: title === text ? text : '李四', scopes };
  await callApi(visit, 'POST /v1/users', { token: admin, body: person });
  const body = {
    ...PURCHASE,
    title,
    productUrl: `${visit.service.sandboxUrl}/a/items/ordinary`,
    remarks: text,
    justification: text,
  };
  const token = await tokenOf(visit, login);
  return (await callApi<{ id: string }>(visit, 'POST /v1/purchase-requests', { token, body })).id;
}

interface Filling {
  /** Tells the contents of one call from those of another where they may not be the same. */
  name: string;
  /** Stands in every text field. An address has at least 5 characters. */
  text: string;
}

/** Gives every page of the console something to show. */
export async function fillPages(visit: Visit, { name, text }: Filling): Promise<void> {
  const { service } = visit;
  const token = await tokenOf(visit);
  const create = <T = { id: string }>(path: string, body: object): Promise<T> =>
    callApi<T>(visit, `POST ${path}`, { token, body });
  const shop = `${service.sandboxUrl}/b/items/${name}`;
  const supplier = await create('/v1/suppliers', {
    name: text,
    platform: 'PLATFORM_B',
    shopUrl: shop,
    contactName: cut(text, 50),
    contactPhone: cut(text, 30),
  });
  await create('/v1/contracts', {
    supplierId: supplier.id,
    title: text,
    validFrom: '2026-01-01',
    validTo: '2099-12-31',
    maxAmount: 100_000,
    lines: [{ productUrl: `${shop}/mouse`, maxUnitPrice: 199, maxQuantity: 500 }],
  });
  await create('/v1/apps', { name: text, ipAllowList: ['198.51.100.0/24', '2001:db8::/32'] });
  await create('/v1/api-keys', { name: text, scopes: ['read:orders', 'read:reports'] });
  await create('/v1/oauth-clients', {
    name: text,
    scopes: ['read:orders'],
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['https://ledger.example/callback'],
  });
  await create(`/v1/apps/${service.appId}/webhooks`, {
    url: `${service.sandboxUrl}/hooks/${name}`,
    description: text,
  });
  await buy(service, service, { item: 'slow', title: text, text });
  await buy(service, service, { item: 'out-of-stock', title: text, text });
  const request = await askFor(visit, text, text);
  await create(`/v1/purchase-requests/${request}/reject`, { note: text });
  await askFor(visit, text, text);
}
