import {
  REQUEST_LIFECYCLE,
  REQUEST_STATUSES,
  type RequestAction,
  type RequestActor,
  type RequestRule,
} from '@procurement-intents/contract/procurement/states';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Input } from 'antd';
import { useFilters } from '../../platform/filters.ts';
import { type AnswerOf, call } from '../../platform/http.ts';
import { may, useSession } from '../../platform/session.ts';
import { FormAction } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Time, Yuan } from '../../ui/time.tsx';
import { Cost } from './cost.tsx';
import { RequestEdit, RequestForm } from './request-form.tsx';

type Request = AnswerOf<'getPurchaseRequest'>;

const REFRESH_MS = 5000;

/** What people ask to buy, and the decisions about it. */
export function RequestsPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const session = useSession();
  const query = { 'filter[status]': filters['status'] };
  const list = useList<Request>('listPurchaseRequests', { query, everyMs: REFRESH_MS });
  return (
    <>
      <h1>{t('pages.requests')}</h1>
      {session && may(session, 'write:purchase-requests') && <RequestForm />}
      <form className="filters" role="search">
        <Choice
          label={t('columns.status')}
          value={filters['status'] ?? ''}
          options={[
            ['', t('intents.all')],
            ...REQUEST_STATUSES.map((each) => [each, t(`request.${each}`)] as const),
          ]}
          onChange={(status) => change({ status })}
        />
      </form>
      <ListTable
        label={t('pages.requests')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('requests.empty')}
        columns={[
          { name: 'status', show: ({ status }) => <Status of={status} family="request" /> },
          { name: 'title', show: ({ title }) => title },
          { name: 'amount', show: ({ totalAmount }) => <Yuan amount={totalAmount} /> },
          { name: 'quantity', show: ({ quantity }) => quantity },
          { name: 'user', show: ({ requestedBy }) => <code>{requestedBy}</code> },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'actions', show: (request) => <Decisions request={request} /> },
        ]}
      />
    </>
  );
}

function Decisions({ request }: { request: Request }) {
  const session = useSession();
  if (!session || !may(session, 'write:purchase-requests')) return null;
  const actor = request.requestedBy === session.user.id ? 'requester' : 'approver';
  const canDo = (action: RequestAction): boolean => isOffered(action, actor, request.status);
  return (
    <div className="actions">
      {canDo('update') && <RequestEdit id={request.id} />}
      {canDo('withdraw') && (
        <Decision request={request} operation="withdrawPurchaseRequest" name="withdraw" />
      )}
      {canDo('approve') && <Decision request={request} operation="approvePurchaseRequest" name="approve" />}
      {canDo('reject') && <Decision request={request} operation="rejectPurchaseRequest" name="reject" />}
    </div>
  );
}

function isOffered(action: RequestAction, actor: RequestActor, status: Request['status']): boolean {
  const rule: RequestRule = REQUEST_LIFECYCLE[action];
  return rule.by === actor && rule.from.includes(status);
}

interface DecisionProps {
  request: Request;
  operation: 'approvePurchaseRequest' | 'rejectPurchaseRequest' | 'withdrawPurchaseRequest';
  name: RequestAction;
}

function Decision({ request, operation, name }: DecisionProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  // A list that is read again behind the dialog must not change what is decided.
  const [shown, setShown] = useState(request);
  const body = note.trim() === '' ? {} : { note };
  return (
    <FormAction
      label={t(`action.${name}`)}
      title={`${t(`action.${name}`)}: ${request.title}`}
      onOpen={() => {
        setNote('');
        setShown(request);
      }}
      submit={() => call(operation, { params: { id: shown.id }, body, version: shown.version })}
    >
      <Cost request={shown} />
      <Field label={t('requests.note')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </FormAction>
  );
}
