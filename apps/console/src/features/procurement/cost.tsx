import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { Yuan } from '../../ui/time.tsx';

/** What is bought for whom and what it costs, beside what its contract allows and has left. */
export function Cost({ request }: { request: AnswerOf<'getPurchaseRequest'> }) {
  const session = useSession();
  const id = request.contractId ?? '';
  const { data: contract } = useQuery({
    queryKey: ['contract', id],
    queryFn: ({ signal }) => call('getContract', { params: { id }, signal }),
    enabled: id !== '' && Boolean(session && may(session, 'read:contracts')),
  });
  const used = contract && contract.reserved + contract.spent;
  return (
    <Facts
      rows={[
        ['url', <code>{request.productUrl}</code>],
        ['price', <Yuan amount={request.price} />],
        ['quantity', request.quantity],
        ['amount', <Yuan amount={request.totalAmount} />],
        ['recipient', [request.recipientName, request.phone, request.address].filter(Boolean).join(' · ')],
        ['justification', request.justification],
        ['contract', contract?.title],
        ['used', contract && <Yuan amount={used} />],
        ['maxAmount', contract?.maxAmount === undefined ? '' : <Yuan amount={contract.maxAmount} />],
      ]}
    />
  );
}
