import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestContent, digestProduct } from './order-content.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const CONTENT = {
  productUrl: 'https://item.shop-a.example/tea?size=2#top',
  quantity: 2,
  recipient: { name: '张三', address: '北京市朝阳区', phone: '13800138000' },
};
const { recipient } = CONTENT;

it.each([
  ['another host', { productUrl: 'https://m.shop-a.example/tea?size=2' }],
  ['another price, total, time and remarks', { unitPrice: 1, maxTotal: 2, placeBefore: 3, remarks: 'x' }],
])('%s is the same content', (_what, fields) => {
  expect(digestContent({ ...CONTENT, ...fields }, sha256)).toBe(digestContent(CONTENT, sha256));
});

it.each([
  ['product', { productUrl: 'https://item.shop-a.example/tea?size=3' }],
  ['quantity', { quantity: 3 }],
  ['name', { recipient: { ...recipient, name: '李四' } }],
  ['address', { recipient: { ...recipient, address: '上海市' } }],
  ['phone', { recipient: { ...recipient, phone: '13900139000' } }],
  ['split of name and address', { recipient: { ...recipient, name: '张', address: '三北京市朝阳区' } }],
])('another %s is another content', (_what, fields) => {
  expect(digestContent({ ...CONTENT, ...fields }, sha256)).not.toBe(digestContent(CONTENT, sha256));
});

// Digests are stored: another form would make every order so far one of other content.
it('keeps the form of digests that shops have stored', () => {
  expect(digestContent(CONTENT, (text) => `<${text}>`)).toBe(
    '<["</tea?size=2>",2,"张三","北京市朝阳区","13800138000"]>',
  );
  expect(digestProduct('/tea?size=2', (text) => text)).toBe('/tea?size=2');
});
