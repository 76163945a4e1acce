import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { Action } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';

type Order = AnswerOf<'getOrder'>;

/** The orders on all platforms, whoever asked for them. */
export function OrdersPage() {
  const { t } = useTranslation();
  const session = useSession();
  const list = useList<Order>('listOrders');
  return (
    <>
      <h1>{t('pages.orders')}</h1>
      <ListTable
        label={t('pages.orders')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'orderId', show: ({ orderId }) => <code>{orderId}</code> },
          { name: 'status', show: ({ status }) => <Status of={status} family="order" /> },
          { name: 'title', show: ({ title }) => title },
          { name: 'amountPaid', show: ({ amountPaid }) => <Yuan amount={amountPaid} /> },
          {
            name: 'tracking',
            show: ({ trackingCompany, trackingNumber }) =>
              [trackingCompany, trackingNumber].filter(Boolean).join(' '),
          },
          { name: 'placedAt', show: ({ placedAt }) => <Time at={placedAt} /> },
          {
            name: 'actions',
            show: (order) =>
              session && may(session, 'write:orders') ? <OrderActions order={order} /> : null,
          },
        ]}
      />
    </>
  );
}

/** What a person may do about an order now. */
export function OrderActions({
  order: { id, isCancellable },
}: {
  order: Pick<Order, 'id' | 'isCancellable'>;
}) {
  const { t } = useTranslation();
  return (
    <div className="actions">
      <Action label={t('action.refresh')} run={() => call('refreshOrder', { params: { id } })} />
      {isCancellable && (
        <Action
          label={t('action.cancelOrder')}
          question={t('ask.cancelOrder')}
          isDanger
          run={() => call('cancelOrder', { params: { id } })}
        />
      )}
    </div>
  );
}
