import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { FormAction } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { useList } from '../../ui/list.tsx';

type Supplier = AnswerOf<'getSupplier'>;

const NEW = { supplierId: '', title: '', validFrom: '', validTo: '', maxAmount: '', lines: '' };
const FIELDS = ['title', 'validFrom', 'validTo', 'maxAmount'] as const;

/** The lines as they are typed: address, highest price and, if there is one, highest quantity. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([productUrl]) => productUrl)
    .map(([productUrl = '', price, quantity]) => ({
      productUrl,
      maxUnitPrice: Number(price),
      ...(quantity !== undefined && { maxQuantity: Number(quantity) }),
    }));

/** Adds a contract, as a draft. */
export function ContractForm() {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(NEW);
  const set = (changes: Partial<typeof NEW>): void => setDraft({ ...draft, ...changes });
  const { maxAmount, lines, ...texts } = draft;
  const ceiling = maxAmount === '' ? {} : { maxAmount: Number(maxAmount) };
  return (
    <FormAction
      label={t('procurement.createContract')}
      onOpen={() => setDraft(NEW)}
      submit={() => call('createContract', { body: { ...texts, ...ceiling, lines: linesOf(lines) } })}
    >
      <SupplierChoice
        chosen={draft.supplierId}
        onChange={(supplierId) => setDraft((now) => ({ ...now, supplierId }))}
      />
      {FIELDS.map((name) => (
        <Field key={name} label={t(`columns.${name}`)}>
          {(id) => (
            <Input
              id={id}
              type={name.startsWith('valid') ? 'date' : 'text'}
              value={draft[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('columns.lines')} hint={t('procurement.linesHint')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            value={lines}
            onChange={({ target }) => set({ lines: target.value })}
          />
        )}
      </Field>
    </FormAction>
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
