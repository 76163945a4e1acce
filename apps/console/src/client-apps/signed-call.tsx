import { LIMITS } from '@procurement-intents/contract/limits';
import { type OperationId, ROUTES } from '@procurement-intents/contract/routes';
import type { AppView } from '@procurement-intents/contract/company';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShowAction } from '../ui/action.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { Copyable } from '../ui/secret-once.tsx';
import { signedCurl } from './signed-curl.ts';

const OPERATIONS = Object.keys(ROUTES) as OperationId[];
const FIRST: OperationId = 'listIntents';
const BODILESS = new Set(['GET', 'DELETE']);

const MINUTE_MS = 60_000;

/** A button that shows a signed call of an App as a line for a terminal. */
export function SignedCall({ app }: { app: Pick<AppView, 'id'> }) {
  const { t } = useTranslation();
  return (
    <ShowAction label={t('signedCall.open')} title={t('signedCall.title')}>
      <Builder appId={app.id} />
    </ShowAction>
  );
}

function Builder({ appId }: { appId: string }) {
  const { t } = useTranslation();
  const [operation, setOperation] = useState<OperationId>(FIRST);
  const [path, setPath] = useState<string>(ROUTES[FIRST].path);
  const [body, setBody] = useState('');
  const { method } = ROUTES[operation];
  const hasBody = !BODILESS.has(method);
  const choose = (id: string): void => {
    setOperation(id as OperationId);
    setPath(ROUTES[id as OperationId].path);
  };
  return (
    <>
      <Choice
        label={t('signedCall.operation')}
        value={operation}
        options={OPERATIONS.map((id) => [id, `${ROUTES[id].method} ${ROUTES[id].path}`] as const)}
        onChange={choose}
      />
      <Field label={t('doctor.path')}>
        {(id) => <Input id={id} value={path} onChange={({ target }) => setPath(target.value)} />}
      </Field>
      {hasBody && (
        <Field label={t('doctor.body')}>
          {(id) => (
            <Input.TextArea id={id} rows={4} value={body} onChange={({ target }) => setBody(target.value)} />
          )}
        </Field>
      )}
      <Line call={{ appId, method, path, body: hasBody ? body : '' }} />
      <Needs appId={appId} />
    </>
  );
}

const Line = ({ call }: { call: Omit<Parameters<typeof signedCurl>[0], 'baseUrl'> }) => (
  <Copyable text={signedCurl({ baseUrl: location.origin, ...call })} name="call" />
);

/** What a terminal needs before it can run the line. */
function Needs({ appId }: { appId: string }) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{t('signedCall.needs')}</h3>
      <ul>
        <li>{t('signedCall.tools')}</li>
        <li>
          {t('signedCall.secret')} <code>{`set -a; . ./${appId}.env; set +a`}</code>
        </li>
        <li>{t('signedCall.clock', { minutes: LIMITS.timestampSkewMs / MINUTE_MS })}</li>
        <li>{t('signedCall.rights')}</li>
      </ul>
    </>
  );
}

/** The first call to make with a new secret. */
export function FirstCall({ appId }: { appId: string }) {
  const { t } = useTranslation();
  const { method, path } = ROUTES[FIRST];
  return (
    <>
      <h3>{t('signedCall.first')}</h3>
      <Line call={{ appId, method, path }} />
      <Needs appId={appId} />
    </>
  );
}
