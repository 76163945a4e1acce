import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyOf, call } from '../../platform/http.ts';
import { LANGUAGES } from '../../platform/languages.ts';
import { readSession, type Session, useSession } from '../../platform/session.ts';
import { Field } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { LocaleChoice } from './user-form.tsx';

/** What people change about themselves. */
export function ProfilePage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <h1>{t('pages.profile')}</h1>
      {session && <Names key={session.user.id} user={session.user} />}
      <Password />
    </>
  );
}

interface FormProps {
  title: string;
  body: BodyOf<'updateProfile'>;
  children: ReactNode;
  onDone?: () => void;
}

/** A form that changes the profile, and says when it has. */
function ProfileForm({ title, body, children, onDone }: FormProps) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: () => call('updateProfile', { body }),
    networkMode: 'always',
    onSuccess: async () => {
      onDone?.();
      await readSession();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className="narrow" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      {children}
      <Failure error={change.error} />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('profile.save')}
      </Button>
      <p role="status">{change.isSuccess && t('profile.saved')}</p>
    </form>
  );
}

function Names({ user }: { user: Session['user'] }) {
  const { t } = useTranslation();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [locale, setLocale] = useState(user.locale ?? LANGUAGES[0]);
  return (
    <ProfileForm title={t('profile.names')} body={{ displayName, locale }}>
      <Field label={t('columns.displayName')}>
        {(id) => (
          <Input id={id} value={displayName} onChange={({ target }) => setDisplayName(target.value)} />
        )}
      </Field>
      <LocaleChoice locale={locale} onChange={setLocale} />
    </ProfileForm>
  );
}

const NONE = { oldPassword: '', password: '' };
const COMPLETE = { oldPassword: 'current-password', password: 'new-password' } as const;

function Password() {
  const { t } = useTranslation();
  const [words, setWords] = useState(NONE);
  return (
    <ProfileForm title={t('profile.password')} body={words} onDone={() => setWords(NONE)}>
      {(['oldPassword', 'password'] as const).map((name) => (
        <Field key={name} label={t(`profile.${name}Field`)}>
          {(id) => (
            <Input.Password
              id={id}
              autoComplete={COMPLETE[name]}
              value={words[name]}
              onChange={({ target }) => setWords({ ...words, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <p className="hint">{t('profile.passwordHint')}</p>
    </ProfileForm>
  );
}
