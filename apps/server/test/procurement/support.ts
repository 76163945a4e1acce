import type { Scope } from '@procurement-intents/contract/bearer';
import { expect } from 'vitest';
import { addPerson, type BearerAnswer, type BearerCall, callBearer } from '../support/bearer.ts';
import type { TestService } from '../support/test-service.ts';

let counter = 0;
/** A number that no other call of this process has got. */
export const nextNumber = (): number => (counter += 1);

/** The address of a shop of its own in the sandbox: one item, with all its queries. */
export const productOf = (service: TestService, item = 'ordinary', query = ''): string =>
  `${service.sandboxUrl}/a/items/${item}?n=${process.pid}-${nextNumber()}${query}`;

export interface Person {
  id: string;
  token: string;
  call: (method: string, path: string, call?: Omit<BearerCall, 'credential'>) => Promise<BearerAnswer>;
}

/** A person who calls. */
export async function person(
  service: TestService,
  scopes: readonly Scope[],
  approvalLimitFen: bigint | null = null,
): Promise<Person> {
  const { id, token } = await addPerson(service, scopes, { approvalLimitFen });
  return {
    id,
    token,
    call: (method, path, call = {}) => callBearer(service, method, path, { ...call, credential: token }),
  };
}

export const requestBody = (service: TestService, changes: Record<string, unknown> = {}) => ({
  platform: 'PLATFORM_A',
  productUrl: productOf(service),
  title: '无线鼠标',
  price: 199,
  quantity: 2,
  recipientName: '张三',
  address: '上海市浦东新区世纪大道 100 号',
  phone: '13800138000',
  justification: '新员工入职配备',
  ...changes,
});

/** A body of `POST /v1/suppliers` whose shop overlaps with no other one. */
export const supplierBody = (changes: Record<string, unknown> = {}) => ({
  name: `Shop ${nextNumber()}`,
  platform: 'PLATFORM_A',
  shopUrl: `https://shop-${process.pid}-${nextNumber()}.example/store`,
  ...changes,
});

/** The answer of a call that has succeeded. */
export async function succeeded(answer: Promise<BearerAnswer>, status = 201): Promise<any> {
  const { status: got, body } = await answer;
  expect({ status: got, body }).toMatchObject({ status });
  return body;
}

/** The fields that an answer names as invalid. */
export const invalidFields = (answer: BearerAnswer): string[] => {
  expect(answer.body).toMatchObject({ error: { code: 'validation_failed' } });
  return (answer.body.error.errors as { field: string }[]).map(({ field }) => field);
};
