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
            show: ({ id, status }) =>
              session && may(session, 'write:orders') ? (
                <div className="actions">
                  <Action label={t('action.refresh')} run={() => call('refreshOrder', { params: { id } })} />
                  {status === 'PLACED' && (
                    <Action
                      label={t('action.cancelOrder')}
                      question={t('ask.cancelOrder')}
                      isDanger
                      run={() => call('cancelOrder', { params: { id } })}
                    />
                  )}
                </div>
              ) : null,
          },
        ]}
      />
    </>
  );
}
