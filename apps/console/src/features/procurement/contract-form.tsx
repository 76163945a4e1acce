import { Input } from 'antd';
import { useState } from 'react';
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
  const suppliers = useList<Supplier>('listSuppliers');
  const [draft, setDraft] = useState(NEW);
  const set = (changes: Partial<typeof NEW>): void => setDraft({ ...draft, ...changes });
  const { maxAmount, lines, ...texts } = draft;
  const supplierId = texts.supplierId || (suppliers.items[0]?.id ?? '');
  const ceiling = maxAmount === '' ? {} : { maxAmount: Number(maxAmount) };
  return (
    <FormAction
      label={t('procurement.createContract')}
      onOpen={() => setDraft(NEW)}
      submit={() =>
        call('createContract', { body: { ...texts, supplierId, ...ceiling, lines: linesOf(lines) } })
      }
    >
      <Choice
        label={t('columns.supplier')}
        value={supplierId}
        options={suppliers.items.map(({ id, name }) => [id, name] as const)}
        onChange={(chosen) => set({ supplierId: chosen })}
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
