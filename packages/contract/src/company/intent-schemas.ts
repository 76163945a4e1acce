import { z } from 'zod';
import { fieldError, issueError, textField } from '../fields.ts';
import { exportParameters } from '../intents/export-query.ts';
import { archivedParameter, INTENT_LIST } from '../intents/list-query.ts';
import { Intent, IntentListItem } from '../intents/schemas.ts';
import { filterParameters, type ListDefinition, spanParameters } from '../lists/list-definition.ts';
import { APP_ID_PATTERN } from '../signed/signing.ts';
import { listPage } from '../lists/list-page.ts';
import { listQuery } from '../bearer/list-query.ts';

const OwnerId = z.string().meta({
  description: 'The App whose intent it is; `app_procurement` for purchase requests. At most 64 characters.',
  example: 'app_procurement',
});

/** An intent as the company sees it. */
export const CompanyIntent = Intent.extend({
  appId: OwnerId,
  idempotencyKey: IntentListItem.shape.idempotencyKey,
}).meta({
  title: 'CompanyIntent',
  description: 'A purchase intent of any App, in its current state.',
});
export type CompanyIntentView = z.infer<typeof CompanyIntent>;

const CompanyIntentItem = CompanyIntent.partial()
  .required({ id: true })
  .meta({
    title: 'CompanyIntentItem',
    description: `One intent of a list: the fields that the parameter \`fields\` names, or without it appId, ${INTENT_LIST.itemFields.join(', ')}.`,
  });

/** What the list of all intents can be filtered and sorted by. */
export const COMPANY_INTENT_LIST = {
  ...INTENT_LIST,
  filters: {
    appId: {
      kind: 'text',
      value: textField({ min: 1, max: 64 }, 'Id of an App.', 'app_procurement').regex(
        APP_ID_PATTERN,
        issueError({ rule: 'id' }),
      ),
      example: 'app_procurement',
    },
    ...INTENT_LIST.filters,
  },
  fields: ['appId', ...INTENT_LIST.fields],
  itemFields: ['appId', ...INTENT_LIST.itemFields],
} as const satisfies ListDefinition;

export const ListCompanyIntentsQuery = listQuery(
  'ListCompanyIntentsQuery',
  COMPANY_INTENT_LIST,
  archivedParameter,
);

export const ExportCompanyIntentsQuery = z
  .strictObject(
    {
      ...archivedParameter,
      ...spanParameters(COMPANY_INTENT_LIST.plural),
      ...filterParameters(COMPANY_INTENT_LIST),
      ...exportParameters(COMPANY_INTENT_LIST.fields),
    },
    fieldError,
  )
  .meta({
    title: 'ExportCompanyIntentsQuery',
    description: 'Filters and fields of an export of the intents of all Apps, and where it begins.',
  });

export const CompanyIntentPage = listPage('CompanyIntentPage', CompanyIntentItem);
export type CompanyIntentItemView = z.infer<typeof CompanyIntentItem>;
