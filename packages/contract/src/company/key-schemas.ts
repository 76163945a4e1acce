import { z } from 'zod';
import { fieldError, issueError, textField } from '../fields.ts';
import { exampleId } from '../ids.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryTime } from '../lists/query-values.ts';
import { When } from '../bearer/answer-fields.ts';
import { idField } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { BEARER_LIMITS, BEARER_TEXT_LENGTHS } from '../bearer/limits.ts';
import { listQuery } from '../bearer/list-query.ts';
import { GrantedScopes, ScopeList, CompanyUserId } from './user-fields.ts';

const KeyName = textField(BEARER_TEXT_LENGTHS.name, 'What the key is for.', 'ERP nightly import');
const QueryWord = textField({ min: 1, max: 64 }, 'Exactly this text.', 'ak_test_7Hq2');

export const IpAllowList = z
  .array(z.string(fieldError).max(BEARER_LIMITS.ipChars, issueError({ rule: 'ipRange' })), fieldError)
  .max(BEARER_LIMITS.ipEntries, issueError({ rule: 'values', max: BEARER_LIMITS.ipEntries }))
  .meta({
    description: 'Addresses and CIDR ranges that may call; empty allows every address.',
    example: ['198.51.100.0/24'],
  });

export const CreateApiKeyBody = z
  .strictObject({ name: KeyName, scopes: ScopeList, ipAllowList: IpAllowList.optional() }, fieldError)
  .meta({
    title: 'CreateApiKeyBody',
    description: 'A key to make. Its scopes are among those of whoever makes it.',
  });

export const ApiKey = z
  .object({
    id: idField('apiKey', 'the key'),
    name: z
      .string()
      .meta({ description: 'What the key is for, 1 to 100 characters.', example: 'ERP nightly import' }),
    hint: z.string().meta({ description: 'The first characters of the key.', example: 'ak_test_7Hq2' }),
    scopes: GrantedScopes,
    ipAllowList: z.array(z.string()).meta({
      description: 'Addresses and CIDR ranges that may call; empty allows every address.',
      example: ['198.51.100.0/24'],
    }),
    userId: CompanyUserId.meta({ description: 'The user whose calls those of the key count as.' }),
    lastUsedAt: When('When the key was last used, to the minute.').optional(),
    revokedAt: When('Since when the key is refused.').optional(),
    createdAt: When('When the key was made.'),
  })
  .meta({ title: 'ApiKey', description: 'A key with which a program calls.' });
export type ApiKeyView = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z
    .string()
    .optional()
    .meta({
      description:
        'The key itself, 57 characters, in the first answer alone: it is not stored. A repeated create has it no more.',
      example: `ak_test_${'0'.repeat(49)}`,
    }),
}).meta({ title: 'CreatedApiKey', description: 'The new key.' });

/** What the list of keys can be filtered and sorted by. */
export const KEY_LIST = {
  plural: 'keys',
  filters: {
    name: { kind: 'text', value: KeyName, example: 'ERP nightly import', like: 'ERP' },
    hint: { kind: 'text', value: QueryWord, example: 'ak_test_7Hq2' },
    userId: { kind: 'text', value: QueryWord, example: exampleId('user') },
    lastUsedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    revokedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    createdAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['createdAt'],
  fields: Object.keys(ApiKey.shape),
  itemFields: Object.keys(ApiKey.shape),
} as const satisfies ListDefinition;

export const ListApiKeysQuery = listQuery('ListApiKeysQuery', KEY_LIST);
export const ApiKeyPage = listPage('ApiKeyPage', ApiKey.partial().meta({ title: 'ApiKeyItem' }));
