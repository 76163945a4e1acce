import { CANCEL_REFUSALS, ORDER_STATUSES, REFUND_STATES, REJECT_REASONS } from '../../src/gateway/codes.ts';
import { documentFiles } from './openapi.ts';
import { gatewayPage } from './page.ts';
import { docComment, GENERATED, layOut, layOutUnion, list, quote } from '../sdk/source.ts';

/** The words of the ordering protocol that authors of adapters use. */
const WORDS = [
  {
    constant: 'ORDER_STATUSES',
    type: 'OrderStatus',
    words: ORDER_STATUSES,
    doc: 'Status of an order. It moves from ACCEPTED through CONFIRMED (paid) and SHIPPED to DELIVERED, never back; REJECTED and CANCELLED are final.',
  },
  {
    constant: 'REJECT_REASONS',
    type: 'RejectReason',
    words: REJECT_REASONS,
    doc: 'Why a shop refuses an order.',
  },
  {
    constant: 'CANCEL_REFUSALS',
    type: 'CancelRefusal',
    words: CANCEL_REFUSALS,
    doc: 'Why a shop does not cancel an order.',
  },
  {
    constant: 'REFUND_STATES',
    type: 'RefundState',
    words: REFUND_STATES,
    doc: 'Whether a cancelled order has been refunded, or will be.',
  },
] as const;

/** What is made of the ordering protocol: words of the published kit, whose types name no private package, document and page. */
export function outputs(): Promise<Record<string, string>> {
  const parts = WORDS.map(({ constant, type, words, doc }) =>
    [
      docComment(doc, 0),
      layOutUnion(`export type ${type} =`, words.map(quote), 0),
      docComment(`Every {@link ${type}}.`, 0),
      layOut(`export const ${constant}: readonly ${type}[] = `, list(words.map(quote)), ';', 0),
    ].join('\n'),
  );
  return Promise.resolve({
    ...documentFiles(),
    'docs/reference/gateway.md': gatewayPage(),
    'packages/gateway/src/generated/codes.ts': `${GENERATED}\n\n${parts.join('\n\n')}\n`,
  });
}
