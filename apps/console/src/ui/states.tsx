import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CallError } from '../platform/http.ts';

interface FieldProblem {
  field: string;
  message: string;
}

/** What went wrong, in the words of the service, and what else it says. */
export function Failure({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  const { t } = useTranslation();
  if (!error) return null;
  const refusal =
    error instanceof CallError ? error : new CallError({ status: 0, code: 'internal' }, error.message);
  const problems = (refusal.details['errors'] ?? []) as FieldProblem[];
  const reason = refusal.details['reason'];
  return (
    <div className="failure" role="alert">
      <p>
        {refusal.code === 'network' ? t('states.network') : refusal.message}
        {typeof reason === 'string' && ` (${reason})`}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field}>
              <code>{field}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {onRetry && <Button onClick={onRetry}>{t('states.retry')}</Button>}
    </div>
  );
}

export const Empty = ({ text }: { text?: string }) => {
  const { t } = useTranslation();
  return <p className="empty">{text ?? t('states.empty')}</p>;
};

export const Loading = () => {
  const { t } = useTranslation();
  return (
    <p className="empty" role="status">
      {t('states.loading')}
    </p>
  );
};
