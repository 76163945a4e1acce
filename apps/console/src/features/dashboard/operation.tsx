import { BEARER_LIMITS } from '@procurement-intents/contract/bearer/limits';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '../../platform/http.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/time.tsx';
import { healthOf, type Platform } from './health.ts';

type Dashboard = AnswerOf<'getDashboard'>;

/** What waits, in the order in which an intent goes through it. */
const QUEUE = ['due', 'waiting', 'active', 'dead'] as const satisfies (keyof Dashboard['queue'])[];

const PLATFORM_COLUMNS: readonly Column<Platform>[] = [
  { name: 'platform', show: ({ platform }) => <Status of={platform} family="platform" /> },
  { name: 'health', show: (platform) => <Status of={healthOf(platform)} family="health" /> },
  { name: 'calls', show: ({ calls }) => <span className="amount">{calls}</span> },
  { name: 'failures', show: ({ calls, failures }) => <Share part={failures} of={calls} /> },
  { name: 'breakers', show: ({ stopped }) => <Breakers stopped={stopped} /> },
];

/** What waits for the workers, and how the platforms answer. */
export function Operation({ queue, platforms }: Pick<Dashboard, 'queue' | 'platforms'>) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('dashboard.queue')}</h2>
      <dl className="depths">
        {QUEUE.map((name) => (
          <div key={name} data-alarm={name === 'dead' && queue.dead > 0}>
            <dt>{t(`queue.${name}`)}</dt>
            <dd>
              {queue[name]}
              {queue[name] >= BEARER_LIMITS.queueCounted && '+'}
            </dd>
          </div>
        ))}
      </dl>
      {queue.dead > 0 && <p className="hint">{t('dashboard.dead')}</p>}
      <h2>{t('dashboard.platforms')}</h2>
      {platforms.length === 0 ? (
        <Empty text={t('dashboard.noPlatforms')} />
      ) : (
        <Table
          label={t('dashboard.platforms')}
          items={platforms}
          columns={PLATFORM_COLUMNS}
          keyOf={({ platform }) => platform}
        />
      )}
      <p className="hint">{t('dashboard.platformsAbout', { minutes: BEARER_LIMITS.platformMinutes })}</p>
    </section>
  );
}

const PERCENT = 100;

/** A number and its share, as a bar beside it. */
function Share({ part, of: whole }: { part: number; of: number }) {
  const share = whole === 0 ? 0 : part / whole;
  return (
    <div className="failed-share">
      {part > 0 && <div className="bar-line" style={{ inlineSize: `${share * PERCENT}%` }} />}
      {part}
      {part > 0 && ` (${Math.round(share * PERCENT)} %)`}
    </div>
  );
}

/** The calls that breakers stop, in words. */
function Breakers({ stopped }: Pick<Platform, 'stopped'>) {
  const { t } = useTranslation();
  if (stopped.length === 0) return <>{t('breaker.none')}</>;
  return (
    <ul className="plain">
      {stopped.map(({ call, state, processes }) => (
        <li key={call}>
          <Status of={state} family="breaker" /> {t(`call.${call}`, { defaultValue: call })}{' '}
          {t('breaker.processes', { number: processes })}
        </li>
      ))}
    </ul>
  );
}
