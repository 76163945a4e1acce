import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../platform/session.ts';
import { Field } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';

/** What a person sees who is not logged in. */
export function LoginForm() {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    await logIn(username, password).catch(setFailure);
    setBusy(false);
  };

  return (
    <form className="login" onSubmit={(event) => void submit(event)}>
      <h1>{t('login.title')}</h1>
      <Field label={t('login.username')}>
        {(id) => (
          <Input
            id={id}
            autoComplete="username"
            autoFocus
            value={username}
            onChange={({ target }) => setUsername(target.value)}
          />
        )}
      </Field>
      <Field label={t('login.password')}>
        {(id) => (
          <Input.Password
            id={id}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <Failure error={failure} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        {t('login.submit')}
      </Button>
      <p className="hint">{t('login.hint')}</p>
    </form>
  );
}
