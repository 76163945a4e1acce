import type { AppView, SignatureCheckView } from '@procurement-intents/contract/company';
import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { useList } from '../../ui/list.tsx';
import { Failure } from '../../ui/states.tsx';

const EMPTY = {
  method: 'POST',
  path: '/api/v1/intents',
  timestamp: '',
  signature: '',
  body: '',
  signedText: '',
};
const LONG = new Set(['body', 'signedText']);

/** Explains why a signature is refused. */
export function DoctorPage() {
  const { t } = useTranslation();
  const apps = useList<AppView>('listApps');
  const [chosen, setChosen] = useState('');
  const [parts, setParts] = useState(EMPTY);
  const id = chosen || (apps.items[0]?.id ?? '');
  const { signedText, ...sent } = parts;
  const check = useMutation({
    mutationFn: () =>
      call('checkAppSignature', {
        params: { id },
        body: { ...sent, ...(signedText !== '' && { signedText }) },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <>
      <h1>{t('pages.doctor')}</h1>
      <p>{t('doctor.about')}</p>
      <form onSubmit={submit}>
        <Choice
          label={t('columns.app')}
          value={id}
          options={apps.items.map((app) => [app.id, app.name] as const)}
          onChange={setChosen}
        />
        {(Object.keys(EMPTY) as (keyof typeof EMPTY)[]).map((name) => (
          <Field key={name} label={t(`doctor.${name}`)}>
            {(field) => {
              const props = {
                id: field,
                value: parts[name],
                onChange: ({ target }: { target: { value: string } }) =>
                  setParts({ ...parts, [name]: target.value }),
              };
              return LONG.has(name) ? <Input.TextArea rows={3} {...props} /> : <Input {...props} />;
            }}
          </Field>
        ))}
        <Button type="primary" htmlType="submit" loading={check.isPending}>
          {t('doctor.check')}
        </Button>
      </form>
      <Failure error={check.error} />
      {check.data && <Diagnosis found={check.data} signedText={signedText} />}
    </>
  );
}

function Diagnosis({ found, signedText }: { found: SignatureCheckView; signedText: string }) {
  const { t } = useTranslation();
  const { mistakes, faults, isSecretRight, differsAt, expectedText } = found;
  return (
    <section aria-live="polite">
      <h2>{t('doctor.result')}</h2>
      {mistakes.length + faults.length === 0 && <p>{t('doctor.nothing')}</p>}
      <ul>
        {[...mistakes, ...faults].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isSecretRight !== undefined && <p>{t(isSecretRight ? 'doctor.secretRight' : 'doctor.secretWrong')}</p>}
      <h3>{t('doctor.expected')}</h3>
      <pre>{expectedText}</pre>
      {differsAt !== undefined && (
        <>
          <h3>{t('doctor.differs', { at: differsAt })}</h3>
          <pre>
            {signedText.slice(0, differsAt)}
            <mark>{signedText.slice(differsAt) || '∎'}</mark>
          </pre>
        </>
      )}
    </section>
  );
}
