import { PLATFORMS } from '@procurement-intents/contract/platforms';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnswerOf, call } from '../../platform/http.ts';
import { FormAction } from '../../ui/action.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { useDraft } from '../../ui/use-draft.ts';

type Supplier = AnswerOf<'getSupplier'>;
type Draft = Record<'name' | 'shopUrl' | 'contactName' | 'contactPhone', string> & Pick<Supplier, 'platform'>;

const draftOf = (supplier?: Supplier): Draft => ({
  platform: supplier?.platform ?? PLATFORMS[0],
  name: supplier?.name ?? '',
  shopUrl: supplier?.shopUrl ?? '',
  contactName: supplier?.contactName ?? '',
  contactPhone: supplier?.contactPhone ?? '',
});

/** Adds a supplier, or changes one. */
export function SupplierForm({ supplier }: { supplier?: Supplier }) {
  const { t } = useTranslation();
  const { draft, shown, begin, change } = useDraft(supplier, draftOf);
  const { platform, name, shopUrl, contactName, contactPhone } = draft;
  const add = (createKey: string) => {
    const contact = { ...(contactName && { contactName }), ...(contactPhone && { contactPhone }) };
    return call('createSupplier', { body: { platform, name, shopUrl, ...contact }, createKey });
  };
  const update = ({ id, version }: Supplier) => {
    const contact = { contactName: contactName || null, contactPhone: contactPhone || null };
    return call('updateSupplier', { params: { id }, body: { name, shopUrl, ...contact }, version });
  };
  return (
    <FormAction
      label={t(supplier ? 'action.edit' : 'procurement.createSupplier')}
      onOpen={() => begin(supplier)}
      submit={(createKey) => (shown ? update(shown) : add(createKey))}
    >
      {!shown && (
        <Choice
          label={t('columns.platform')}
          value={platform}
          options={PLATFORMS.map((each) => [each, t(`platform.${each}`)] as const)}
          onChange={(chosen) => change({ platform: chosen as Draft['platform'] })}
        />
      )}
      {(['name', 'shopUrl', 'contactName', 'contactPhone'] as const).map((field) => (
        <Field key={field} label={t(`columns.${field}`)}>
          {(id) => (
            <Input
              id={id}
              value={draft[field]}
              onChange={({ target }) => change({ [field]: target.value })}
            />
          )}
        </Field>
      ))}
    </FormAction>
  );
}
