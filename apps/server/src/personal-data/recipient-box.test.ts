import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRecipientBox, deriveDataKey, sealChanges } from './recipient-box.ts';

const ID = 'int_0198f3a0000070008000000000000001';
const recipient = { recipientName: '张三', address: '北京市朝阳区建国路 88 号', phone: '13800138000' };
const key = randomBytes(32);
const box = createRecipientBox([key]);

test('opens what it sealed, and the sealed columns show none of it', () => {
  const sealed = box.seal(ID, recipient);
  expect(JSON.stringify(sealed)).not.toMatch(/张三|朝阳|138/);
  expect(box.open({ id: ID, ...sealed })).toEqual({ id: ID, ...recipient });
});

test('opens what an earlier release sealed', () => {
  const address =
    'sealed.v1.666c783a.bCST-Kl8S-WwnRkwFC_x8xLNTABp8vCB0zRoUoh3GVcDpvPxyzs2Ju33tu9uuXBVQph7niFcCdzdBH0SFCADuf5MsrgQdFzIe3Vs2P1Uvbw6E6kL2poVMDY';
  const opened = createRecipientBox([Buffer.alloc(32, 7)]).open({
    id: ID,
    recipientName: '',
    address,
    phone: '',
  });
  expect(opened).toEqual({ id: ID, ...recipient });
});

test('seals the same recipient as another text each time', () => {
  expect(box.seal(ID, recipient).address).not.toBe(box.seal(ID, recipient).address);
});

test('uses each initialisation vector once, however many it draws at a time', () => {
  const ivs = Array.from({ length: 1000 }, () => box.seal(ID, recipient).address.split('.')[3]?.slice(0, 16));
  expect(new Set(ivs).size).toBe(1000);
});

test('seals a changed recipient as a whole, refuses a part of one, and leaves other changes alone', () => {
  const { recipientName, phone } = recipient;
  const changes = sealChanges(box, ID, { ...recipient, quantity: 2 });
  expect(changes).toEqual({ quantity: 2, recipientName: '', address: expect.any(String), phone: '' });
  expect(box.open({ id: ID, ...recipient, ...changes })).toMatchObject(recipient);
  expect(() => sealChanges(box, ID, { recipientName, phone })).toThrow('as a whole');
  const others = { quantity: 2 };
  expect(sealChanges(box, ID, others)).toBe(others);
});

test('leaves a row alone that was never sealed, whatever its address says', () => {
  const { address } = box.seal(ID, recipient);
  for (const plain of [
    { id: ID, ...recipient },
    { id: ID, ...recipient, address },
  ]) {
    expect(box.open(plain)).toBe(plain);
    expect(box.isCurrent(plain)).toBe(false);
  }
});

test('refuses the seal of another intent, of a key that is not at hand, and changed bytes', () => {
  const sealed = box.seal(ID, recipient);
  expect(() => box.open({ id: `${ID.slice(0, -1)}2`, ...sealed })).toThrow();
  expect(() => createRecipientBox([randomBytes(32)]).open({ id: ID, ...sealed })).toThrow('data key');
  const changed = sealed.address.slice(0, -3) + (sealed.address.endsWith('AAA') ? 'BBB' : 'AAA');
  expect(() => box.open({ id: ID, ...sealed, address: changed })).toThrow();
});

test('opens under an older key, and tells that it is not the current one', () => {
  const next = createRecipientBox([randomBytes(32), key]);
  const old = box.seal(ID, recipient);
  expect(next.open({ id: ID, ...old })).toEqual({ id: ID, ...recipient });
  expect([box.isCurrent(old), next.isCurrent(old)]).toEqual([true, false]);
});

test('derives the same data key from the same secrets key, and never that key itself', () => {
  const known = 'nRCwt5nHHqYFfhkFrlhdKAq2DyHvACzlilVVnhQT9qA';
  expect(deriveDataKey(Buffer.alloc(32, 7)).toString('base64url')).toBe(known);
  expect(deriveDataKey(key)).not.toEqual(key);
});

test('takes keys of 32 bytes alone', () => {
  expect(() => createRecipientBox([randomBytes(31)])).toThrow('32 bytes');
});
