import { Input } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { typedNumber } from '../../platform/typed-number.ts';
import { FormAction } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { useList } from '../../ui/list.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { linesOf, textOf } from './contract-lines.ts';

type Supplier = AnswerOf<'getSupplier'>;
type Contract = AnswerOf<'getContract'>;

const FIELDS = ['title', 'validFrom', 'validTo', 'maxAmount'] as const;

const draftOf = (contract?: Contract) => ({
  supplierId: contract?.supplierId ?? '',
  title: contract?.title ?? '',
  validFrom: contract?.validFrom ?? '',
  validTo: contract?.validTo ?? '',
  maxAmount: String(contract?.maxAmount ?? ''),
  lines: textOf(contract?.lines ?? []),
});
type Draft = ReturnType<typeof draftOf>;

/** Adds a contract, as a draft. */
export function ContractForm() {
  const { t } = useTranslation();
  const { draft, begin, change } = useDraft(undefined, draftOf);
  const { maxAmount, lines, ...texts } = draft;
  const ceiling = typedNumber(maxAmount);
  return (
    <FormAction
      label={t('procurement.createContract')}
      onOpen={() => begin(undefined)}
      submit={(createKey) =>
        call('createContract', {
          createKey,
          body: { ...texts, ...(ceiling !== undefined && { maxAmount: ceiling }), lines: linesOf(lines) },
        })
      }
    >
      <SupplierChoice chosen={draft.supplierId} onChange={(supplierId) => change({ supplierId })} />
      <ContractFields draft={draft} onChange={change} />
    </FormAction>
  );
}

/** Changes the draft of a contract. Its lines are read when the dialog opens: lists have none. */
export function ContractEdit({ id }: { id: string }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft<Contract, Draft>(undefined, draftOf);
  const submit = (): Promise<unknown> => {
    const { title, validFrom, validTo, maxAmount, lines } = draft;
    const body = {
      title,
      validFrom,
      validTo,
      maxAmount: typedNumber(maxAmount) ?? null,
      lines: linesOf(lines),
    };
    return call('updateContract', { params: { id }, body, version: shown?.version });
  };
  return (
    <FormAction
      label={t('action.edit')}
      isReady={shown !== undefined}
      onOpen={() => begin(undefined)}
      submit={submit}
    >
      {shown === undefined ? (
        <ReadFirst
          name={['contract', id]}
          read={(signal) => call('getContract', { params: { id }, signal })}
          onRead={begin}
        />
      ) : (
        <ContractFields draft={draft} onChange={change} />
      )}
    </FormAction>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function ContractFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {FIELDS.map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              type={name.startsWith('valid') ? 'date' : 'text'}
              value={draft[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('columns.lines')} hint={t('procurement.linesHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            value={draft.lines}
            onChange={({ target }) => onChange({ lines: target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface ChoiceProps {
  chosen: string;
  onChange: (supplierId: string) => void;
}

/** One of the suppliers, which are read while the dialog is open. The first one is chosen before a person chooses. */
function SupplierChoice({ chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { items } = useList<Supplier>('listSuppliers');
  const first = items[0]?.id;
  useEffect(() => {
    if (chosen === '' && first !== undefined) onChange(first);
  }, [chosen, first, onChange]);
  return (
    <Choice
      label={t('columns.supplier')}
      value={chosen}
      options={items.map(({ id, name }) => [id, name] as const)}
      onChange={onChange}
    />
  );
}
