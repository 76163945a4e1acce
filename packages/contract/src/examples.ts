import { exampleId } from './ids.ts';

/** The purchase in the examples: a body that create accepts. Price in yuan. */
export const EXAMPLE_PURCHASE = {
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/100012043978',
  title: '无线鼠标',
  price: 199,
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
} as const;

/** The id of the intent in the examples. */
export const EXAMPLE_INTENT_ID = exampleId('intent');

/** The ids of an endpoint, a delivery, a replay and an event in the examples. */
export const EXAMPLE_WEBHOOK_ID = exampleId('webhookEndpoint');
export const EXAMPLE_DELIVERY_ID = exampleId('delivery');
export const EXAMPLE_REPLAY_ID = exampleId('replay');
export const EXAMPLE_EVENT_ID = exampleId('event');

/** What a create answers in the examples. */
export const EXAMPLE_CREATED = {
  id: EXAMPLE_INTENT_ID,
  userId: EXAMPLE_PURCHASE.userId,
  platform: EXAMPLE_PURCHASE.platform,
  status: 'SUBMITTED',
  createdAt: '2026-11-21T08:30:00.000Z',
  updatedAt: '2026-11-21T08:30:00.000Z',
} as const;
