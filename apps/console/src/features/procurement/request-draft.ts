import { PLATFORMS } from '@procurement-intents/contract/platforms';
import type { AnswerOf, BodyOf } from '../../platform/http.ts';
import { typedNumber } from '../../platform/typed-number.ts';

export type Request = AnswerOf<'getPurchaseRequest'>;

/** The fields of a request that are typed as text, in the order of the form. */
export const TEXTS = [
  'productUrl',
  'title',
  'price',
  'quantity',
  'recipientName',
  'address',
  'phone',
  'justification',
  'remarks',
] as const;

/** A request as it is typed. */
export type Draft = Record<(typeof TEXTS)[number] | 'contractId', string> & Pick<Request, 'platform'>;

const NEW = { platform: PLATFORMS[0], quantity: 1 };

export const draftOf = (request: Partial<Request> & Pick<Request, 'platform'> = NEW): Draft => ({
  platform: request.platform,
  contractId: request.contractId ?? '',
  ...(Object.fromEntries(TEXTS.map((name) => [name, String(request[name] ?? '')])) as Record<
    (typeof TEXTS)[number],
    string
  >),
});

/** What is asked for. */
export function newBody({
  price,
  quantity,
  remarks,
  contractId,
  ...rest
}: Draft): BodyOf<'createPurchaseRequest'> {
  return {
    ...rest,
    price: typedNumber(price) as number,
    quantity: typedNumber(quantity) as number,
    ...(remarks !== '' && { remarks }),
    ...(contractId !== '' && { contractId }),
  };
}

/** What was changed. A phone that was left alone is masked, so it must not be sent. */
export function changesOf(before: Draft, after: Draft): BodyOf<'updatePurchaseRequest'> {
  const { price, quantity, remarks, contractId, ...rest } = after;
  const all = {
    ...rest,
    price: typedNumber(price) as number,
    quantity: typedNumber(quantity) as number,
    remarks: remarks === '' ? null : remarks,
    contractId: contractId === '' ? null : contractId,
  };
  const isChanged = (name: string): boolean => before[name as keyof Draft] !== after[name as keyof Draft];
  return Object.fromEntries(Object.entries(all).filter(([name]) => isChanged(name)));
}
