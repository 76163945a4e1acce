import { expect, it } from 'vitest';
import { changesOf, draftOf, newBody, type Request } from './request-draft.ts';

const REQUEST: Partial<Request> & Pick<Request, 'platform'> = {
  platform: 'PLATFORM_A',
  productUrl: 'https://a.example/items/1',
  title: '无线鼠标',
  price: 199,
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '138****8000',
  justification: '新员工入职配备',
  remarks: '工作日送货',
};
const DRAFT = draftOf(REQUEST);

it('sends only what was changed, so that a masked phone stays as it is', () => {
  expect(changesOf(DRAFT, DRAFT)).toEqual({});
  expect(changesOf(DRAFT, { ...DRAFT, price: '210.5', title: '鼠标' })).toEqual({
    price: 210.5,
    title: '鼠标',
  });
  expect(changesOf(DRAFT, { ...DRAFT, phone: '13800138000' })).toEqual({ phone: '13800138000' });
});

it('takes remarks and contract away that were emptied', () => {
  const before = { ...DRAFT, contractId: 'con_1' };
  expect(changesOf(before, { ...before, remarks: '', contractId: '' })).toEqual({
    remarks: null,
    contractId: null,
  });
});

it('asks for what was typed, without what was left empty', () => {
  expect(newBody({ ...DRAFT, phone: '13800138000' })).toEqual({ ...REQUEST, phone: '13800138000' });
  expect(newBody({ ...DRAFT, remarks: '' })).not.toHaveProperty('remarks');
  expect(newBody({ ...DRAFT, contractId: 'con_1' })).toHaveProperty('contractId', 'con_1');
  expect(newBody({ ...DRAFT, quantity: 'two' })).toHaveProperty('quantity', 'two');
});
