import { FAILURES } from '@procurement-intents/contract/failures';
import { type IntentAction, isAllowed } from '@procurement-intents/contract/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call, type Operation } from '../../platform/http.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Action } from '../../ui/action.tsx';
import { EventName } from '../../ui/event-name.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';

type Intent = AnswerOf<'getCompanyIntent'>;
const REFRESH_MS = 2000;

/** One intent beside the list. @param id - empty: none. */
export function IntentDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const params = { id };
  const options = { enabled: id !== '', refetchInterval: REFRESH_MS };
  const intent = useQuery({
    queryKey: ['intent', id],
    queryFn: ({ signal }) => call('getCompanyIntent', { params, signal }),
    ...options,
  });
  const events = useQuery({
    queryKey: ['intent-events', id],
    queryFn: ({ signal }) => call('getCompanyIntentEvents', { params, signal }),
    ...options,
  });
  const focusList = (isOpen: boolean): void => {
    if (!isOpen) document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <Drawer
      title={intent.data?.title ?? t('intents.one')}
      open={id !== ''}
      onClose={onClose}
      afterOpenChange={focusList}
      destroyOnHidden
      size="large"
      closeIcon={<span aria-label={t('states.close')}>✕</span>}
    >
      <Failure error={intent.error} onRetry={() => void intent.refetch()} />
      {intent.isPending && id !== '' && <Loading />}
      {intent.data && <Details intent={intent.data} onGone={onClose} />}
      {events.data && <Timeline events={events.data.items} />}
    </Drawer>
  );
}

function Details({ intent, onGone }: { intent: Intent; onGone: () => void }) {
  return (
    <>
      <p>
        <Status of={intent.status} />
      </p>
      <WhyFailed intent={intent} />
      <Actions intent={intent} onGone={onGone} />
      <Facts
        rows={[
          ['id', <code>{intent.id}</code>],
          ['platform', <Status of={intent.platform} family="platform" />],
          ['url', <code>{intent.productUrl}</code>],
          ['price', <Yuan amount={intent.price} />],
          ['quantity', intent.quantity],
          ['amount', <Yuan amount={intent.totalAmount} />],
          ['amountPaid', <Yuan amount={intent.amountPaid} />],
          ['recipient', [intent.recipientName, intent.phone, intent.address].join(' · ')],
          ['remarks', intent.remarks],
          ['orderId', intent.orderId],
          ['orderStatus', intent.orderStatus && <Status of={intent.orderStatus} family="order" />],
          ['tracking', [intent.trackingCompany, intent.trackingNumber].filter(Boolean).join(' ')],
          ['cancellationFee', intent.cancellationFee && <Yuan amount={intent.cancellationFee} />],
          ['app', intent.appId],
          ['user', intent.userId],
          ['createdAt', <Time at={intent.createdAt} />],
          ['updatedAt', <Time at={intent.updatedAt} />],
        ]}
      />
    </>
  );
}

/** Why it failed, and who can do what about it. */
function WhyFailed({ intent: { failureCode, failureReason } }: { intent: Intent }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!failureCode) return null;
  const row = Object.hasOwn(FAILURES, failureCode) ? FAILURES[failureCode] : null;
  return (
    <div className="failure">
      <p>
        <code>{failureCode}</code> {row ? row[language] : failureReason}
      </p>
      {row && <p>{t(`failure.${row.actor}`)}</p>}
      {row && <p>{t(row.retryable ? 'failure.again' : 'failure.notAgain')}</p>}
    </div>
  );
}

const ACTIONS: readonly [IntentAction, Operation, boolean][] = [
  ['submit', 'submitCompanyIntent', false],
  ['cancel', 'cancelCompanyIntent', true],
  ['archive', 'archiveCompanyIntent', false],
  ['unarchive', 'unarchiveCompanyIntent', false],
  ['delete', 'deleteCompanyIntent', true],
];

function Actions({ intent, onGone }: { intent: Intent; onGone: () => void }) {
  const { t } = useTranslation();
  const isArchived = intent.archivedAt !== undefined;
  const possible = ACTIONS.filter(
    ([action]) =>
      isAllowed(action, intent.status) &&
      (action !== 'unarchive' || isArchived) &&
      (action !== 'archive' || !isArchived),
  );
  return (
    <div className="actions">
      {possible.map(([action, operation, isDanger]) => (
        <Action
          key={action}
          label={t(`action.${action}`)}
          question={<Question action={action} intent={intent} />}
          isDanger={isDanger}
          run={async () => {
            await call(operation, { params: { id: intent.id }, version: intent.version });
            if (action === 'delete') onGone();
          }}
        />
      ))}
    </div>
  );
}

/** What the person agrees to: of a purchase everything that the shop is told. */
function Question({ action, intent }: { action: IntentAction; intent: Intent }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t(`ask.${action}`)}</p>
      {action === 'submit' && (
        <Facts
          rows={[
            ['url', <code>{intent.productUrl}</code>],
            ['price', <Yuan amount={intent.price} />],
            ['quantity', intent.quantity],
            ['amount', <Yuan amount={intent.totalAmount} />],
            ['recipient', [intent.recipientName, intent.phone, intent.address].join(' · ')],
            ['remarks', intent.remarks],
          ]}
        />
      )}
    </>
  );
}

function Timeline({ events }: { events: AnswerOf<'getCompanyIntentEvents'>['items'] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('intents.timeline')}</h2>
      <ol className="timeline">
        {events.map((event, index) => (
          <li key={index}>
            <Time at={event.at} /> {event.to && <Status of={event.to} />}
            <EventName type={event.type} />
            {event.detail !== undefined && <div>{event.detail}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}
