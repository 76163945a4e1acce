import { z } from 'zod';
import { issueError, fieldError, textField } from '../fields.ts';
import { exampleId } from '../ids.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { LIMITS } from '../limits.ts';
import { QueryTime } from '../lists/query-values.ts';
import { DEFAULT_PERMISSIONS, listPermissions, PERMISSION_TEXTS, PERMISSIONS } from '../permissions.ts';
import { ResourceVersion, When } from '../bearer/answer-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { IpAllowList } from './key-schemas.ts';
import { BEARER_TEXT_LENGTHS } from '../bearer/limits.ts';
import { listQuery } from '../bearer/list-query.ts';

const EXAMPLE_APP_ID = exampleId('app');
const AppName = textField(BEARER_TEXT_LENGTHS.name, 'A name that no other App has.', 'ERP');

const PERMISSIONS_META = {
  description: `What the App may do on the signed side. ${Object.entries(PERMISSION_TEXTS)
    .map(([name, text]) => `\`${name}\`: ${text}.`)
    .join(' ')}`,
  example: ['intents:read'],
};
const Permissions = z
  .array(z.enum(PERMISSIONS, fieldError), fieldError)
  .transform((permissions) => PERMISSIONS.filter((permission) => permissions.includes(permission)))
  .meta(PERMISSIONS_META);

export const AppId = z.string(fieldError).meta({
  description: 'Id of the App: 1 to 64 characters, each a letter, a digit, `_` or `-`.',
  example: EXAMPLE_APP_ID,
});

const ARCHIVE_DAYS = {
  description: `How many days after its end an intent is archived by itself, 1 to ${LIMITS.archiveAfterDays}`,
  type: 'integer',
  minimum: 1,
  maximum: LIMITS.archiveAfterDays,
  example: 90,
} as const;
const ArchiveAfterDays = z
  .number(fieldError)
  .refine(
    (value) => Number.isInteger(value) && value >= 1 && value <= LIMITS.archiveAfterDays,
    issueError({ rule: 'integer', min: 1, max: LIMITS.archiveAfterDays }),
  )
  .meta(ARCHIVE_DAYS)
  .nullable()
  .optional()
  .meta({ description: `${ARCHIVE_DAYS.description}; null: never.`, example: ARCHIVE_DAYS.example });

const settings = {
  permissions: Permissions.optional(),
  ipAllowList: IpAllowList.optional(),
  archiveAfterDays: ArchiveAfterDays,
};

export const CreateAppBody = z.strictObject({ name: AppName, ...settings }, fieldError).meta({
  title: 'CreateAppBody',
  description: `An App to register; by default with ${listPermissions(DEFAULT_PERMISSIONS, 'and')}.`,
});

export const UpdateAppBody = z.strictObject({ name: AppName.optional(), ...settings }, fieldError).meta({
  title: 'UpdateAppBody',
  description: 'The fields to change; a field that is left out keeps its value.',
});

export const AppResource = z
  .object({
    id: AppId,
    name: z.string().meta({ description: 'Its name, 1 to 100 characters.', example: 'ERP' }),
    permissions: z.array(z.enum(PERMISSIONS)).meta(PERMISSIONS_META),
    ipAllowList: z.array(z.string()).meta({
      description: 'Addresses and CIDR ranges that may call; empty allows every address.',
      example: ['198.51.100.0/24'],
    }),
    archiveAfterDays: z
      .number()
      .int()
      .optional()
      .meta({ ...ARCHIVE_DAYS, description: `${ARCHIVE_DAYS.description}; absent: never.` }),
    disabledAt: When('Since when the App is refused.').optional(),
    createdAt: When('When the App was registered.'),
    updatedAt: When('When the App or its secret was last changed.').optional(),
    version: ResourceVersion,
  })
  .meta({ title: 'App', description: 'A client system that signs its calls.' });
export type AppView = z.infer<typeof AppResource>;

export const IssuedApp = AppResource.extend({
  secret: z.string().optional().meta({
    description:
      'The secret that the App signs with, 43 characters, in this answer alone. A repeated create has it no more.',
    example: 'q7Zk0mB3xT9vYc2LwR5eHn8sUj1aFd4gPi6oKt_WbXE',
  }),
}).meta({ title: 'IssuedApp', description: 'The App with its new secret.' });

const TIME = { kind: 'time', value: QueryTime, example: '2026-11-21' } as const;

/** What the list of Apps can be filtered and sorted by. */
export const APP_LIST = {
  plural: 'apps',
  filters: {
    name: { kind: 'text', value: AppName, example: 'ERP', like: 'ER' },
    disabledAt: TIME,
    createdAt: TIME,
    updatedAt: TIME,
  },
  sorts: ['createdAt'],
  fields: Object.keys(AppResource.shape),
  itemFields: Object.keys(AppResource.shape),
} as const satisfies ListDefinition;

export const ListAppsQuery = listQuery('ListAppsQuery', APP_LIST);
export const AppPage = listPage('AppPage', AppResource.partial().meta({ title: 'AppItem' }));
