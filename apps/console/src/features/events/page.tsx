import { FEED_TYPES } from '@procurement-intents/contract/event-kinds';
import { Link } from '@tanstack/react-router';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilters } from '../../platform/filters.ts';
import { EventName } from '../../ui/event-name.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Table } from '../../ui/list.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { AppChoice, useChosenApp } from '../../client-apps/app-choice.tsx';
import type { FeedEvent } from './feed.ts';
import { type FeedOptions, useFeed } from './use-feed.ts';

/** The events of an App as they happen. */
export function EventsPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const chosen = useChosenApp();
  const { apps, appId } = chosen;
  const types = filters['type'] ?? '';
  const intentId = filters['intent'] ?? '';
  return (
    <>
      <h1>{t('pages.events')}</h1>
      <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <AppChoice chosen={chosen} onChange={(app) => change({ app })} />
        <Choice
          label={t('columns.event')}
          value={types}
          options={[['', t('intents.all')], ...FEED_TYPES.map((type) => [type, type] as const)]}
          onChange={(type) => change({ type })}
        />
        <Field label={t('columns.intent')}>
          {(id) => (
            <Input
              id={id}
              allowClear
              value={intentId}
              onChange={({ target }) => change({ intent: target.value.trim() })}
            />
          )}
        </Field>
      </form>
      <Failure error={apps.error} onRetry={() => void apps.refetch()} />
      {appId !== undefined && (
        <Feed key={[appId, types, intentId].join(' ')} appId={appId} types={types} intentId={intentId} />
      )}
    </>
  );
}

function Feed(options: FeedOptions) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  const { events, isRead, error, again } = useFeed(options, isPaused);
  return (
    <>
      <div className="actions">
        <Button onClick={() => setPaused(!isPaused)}>{t(isPaused ? 'events.follow' : 'events.pause')}</Button>
        <span className="hint" role="status">
          {t(isPaused ? 'events.paused' : 'events.following', { shown: events.length })}
        </span>
      </div>
      <Failure error={error} onRetry={again} />
      {!isRead && events.length === 0 && !isPaused && <Loading />}
      {isRead && events.length === 0 && !error && <Empty text={t('events.empty')} />}
      {events.length > 0 && <Events events={events} />}
    </>
  );
}

function Events({ events }: { events: readonly FeedEvent[] }) {
  const { t } = useTranslation();
  return (
    <Table
      label={t('pages.events')}
      items={events}
      keyOf={({ id }) => id}
      columns={[
        { name: 'at', show: ({ timestamp }) => <Time at={timestamp} /> },
        { name: 'event', show: ({ type }) => <EventName type={type} /> },
        { name: 'status', show: ({ data }) => <Status of={data.status} /> },
        {
          name: 'intent',
          show: ({ data: { intentId } }) => (
            <Link to="/intents" search={{ open: intentId }}>
              <code>{intentId}</code>
            </Link>
          ),
        },
        { name: 'detail', show: ({ data }) => data.detail },
        { name: 'sequence', show: ({ sequence }) => sequence },
      ]}
    />
  );
}
