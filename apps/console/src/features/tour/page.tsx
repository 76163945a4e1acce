import { EXAMPLE_PURCHASE } from '@procurement-intents/contract/examples';
import { ROUTES } from '@procurement-intents/contract/routes';
import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCreateKey } from '../../platform/create-key.ts';
import { type AnswerOf, call } from '../../platform/http.ts';
import { type Session, useSession } from '../../platform/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { Field } from '../../ui/field.tsx';
import { Copyable } from '../../ui/secret-once.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Status, Yuan } from '../../ui/time.tsx';
import { AppSecret } from '../../client-apps/app-secret.tsx';
import { signedCurl } from '../../client-apps/signed-curl.ts';
import { FirstIntent } from './first-intent.tsx';
import { canSign, sendSigned } from './send-signed.ts';

type IssuedApp = AnswerOf<'createApp'>;
type Product = NonNullable<Session['sandbox']>;

/** Three steps from nothing to a purchase that has completed, on the sandbox of this process. */
export function TourPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [app, setApp] = useState<IssuedApp | null>(null);
  const [isDone, setDone] = useState(false);
  const product = session?.sandbox;
  if (!product) return <Empty text={t('tour.noSandbox')} />;
  return (
    <>
      <h1>{t('pages.tour')}</h1>
      <p>{t('tour.about')}</p>
      <ol className="steps">
        <Step title={t('tour.app')} isCurrent={!app}>
          {app ? <AppMade app={app} /> : <NewApp onMade={setApp} />}
        </Step>
        <Step title={t('tour.buy')} isCurrent={app !== null && !isDone}>
          {app ? <Buy app={app} product={product} /> : <p className="hint">{t('tour.buyAbout')}</p>}
        </Step>
        <Step title={t('tour.watch')} isCurrent={isDone}>
          {app ? (
            <FirstIntent appId={app.id} onCompleted={() => setDone(true)} />
          ) : (
            <p className="hint">{t('tour.watchAbout')}</p>
          )}
        </Step>
      </ol>
    </>
  );
}

interface StepProps {
  title: string;
  isCurrent: boolean;
  children: ReactNode;
}

const Step = ({ title, isCurrent, children }: StepProps) => (
  <li aria-current={isCurrent ? 'step' : undefined}>
    <h2>{title}</h2>
    {children}
  </li>
);

function NewApp({ onMade }: { onMade: (app: IssuedApp) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(() => t('tour.appName'));
  const [createKey] = useState(newCreateKey);
  const make = useMutation({
    mutationFn: () => call('createApp', { body: { name }, createKey }),
    networkMode: 'always',
    onSuccess: onMade,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="narrow" onSubmit={submit}>
      <p>{t('tour.appAbout')}</p>
      <Field label={t('columns.name')}>
        {(id) => <Input id={id} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Failure error={make.error} />
      <Button type="primary" htmlType="submit" loading={make.isPending}>
        {t('tour.makeApp')}
      </Button>
    </form>
  );
}

/** The secret stays in sight until the tour is left: the next step signs with it. */
const AppMade = ({ app: { id, secret } }: { app: IssuedApp }) => <AppSecret id={id} secret={secret} />;

function Buy({ app, product }: { app: IssuedApp; product: Product }) {
  const { t } = useTranslation();
  const purchase = { ...EXAMPLE_PURCHASE, ...product, quantity: 1 };
  const { method, path } = ROUTES.createIntent;
  const body = JSON.stringify(purchase);
  const [createKey] = useState(newCreateKey);
  const buy = useMutation({
    mutationFn: () => sendSigned({ appId: app.id, secret: app.secret ?? '', method, path, body }, createKey),
    networkMode: 'always',
  });
  return (
    <>
      <Facts
        rows={[
          ['title', purchase.title],
          ['url', <code>{purchase.productUrl}</code>],
          ['platform', <Status of={purchase.platform} family="platform" />],
          ['price', <Yuan amount={purchase.price} />],
        ]}
      />
      {canSign() && (
        <Button type="primary" loading={buy.isPending} onClick={() => buy.mutate()}>
          {t('tour.send')}
        </Button>
      )}
      <Failure error={buy.error} />
      <details>
        <summary>{t('tour.terminal')}</summary>
        <Copyable
          text={signedCurl({ baseUrl: location.origin, appId: app.id, method, path, body })}
          name="buy"
        />
      </details>
    </>
  );
}
