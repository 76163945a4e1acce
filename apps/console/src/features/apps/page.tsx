import type { AppView } from '@procurement-intents/contract/company';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Action, FormAction } from '../../ui/action.tsx';
import { ListTable, useList } from '../../ui/list.tsx';
import { Status, Time } from '../../ui/time.tsx';
import { Words } from '../../ui/words.tsx';
import { SignedCall } from '../../client-apps/signed-call.tsx';
import { AppForm } from './app-form.tsx';
import { AppSecret } from '../../client-apps/app-secret.tsx';
import { AppUsage } from './app-usage.tsx';

/** The client systems that may call the signed interface. */
export function AppsPage() {
  const { t } = useTranslation();
  const list = useList<AppView>('listApps');
  return (
    <>
      <h1>{t('pages.apps')}</h1>
      <AppForm />
      <ListTable
        label={t('pages.apps')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'name', show: ({ name }) => name },
          { name: 'id', show: ({ id }) => <code>{id}</code> },
          {
            name: 'state',
            show: ({ disabledAt }) => <Status of={disabledAt ? 'disabled' : 'enabled'} family="state" />,
          },
          { name: 'permissions', show: ({ permissions }) => <Words of={permissions} /> },
          { name: 'addresses', show: ({ ipAllowList }) => ipAllowList.join(', ') || t('apps.everyAddress') },
          { name: 'createdAt', show: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'actions', show: (app) => <AppActions app={app} /> },
        ]}
      />
    </>
  );
}

function AppActions({ app }: { app: AppView }) {
  const { t } = useTranslation();
  const params = { id: app.id };
  const isDisabled = app.disabledAt !== undefined;
  return (
    <div className="actions">
      <AppForm app={app} />
      <AppUsage app={app} />
      <SignedCall app={app} />
      <FormAction
        label={t('action.rotate')}
        submit={() => call('rotateAppSecret', { params, body: {}, version: app.version })}
        done={({ secret }) => <AppSecret id={app.id} secret={secret} />}
      >
        <p>{t('ask.rotate')}</p>
      </FormAction>
      <Action
        label={t(isDisabled ? 'action.enable' : 'action.disable')}
        question={t(isDisabled ? 'ask.enableApp' : 'ask.disableApp')}
        isDanger={!isDisabled}
        run={() => call(isDisabled ? 'enableApp' : 'disableApp', { params, version: app.version })}
      />
    </div>
  );
}
