import { z } from 'zod';
import { fieldError, issueError, textField } from '../fields.ts';
import { exampleId } from '../ids.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryTime } from '../lists/query-values.ts';
import { GRANT_TYPE_NAMES } from '../oauth/grant-types.ts';
import { OAUTH_LIMITS } from '../oauth/limits.ts';
import { ResourceVersion, When } from '../bearer/answer-fields.ts';
import { idField } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { BEARER_TEXT_LENGTHS } from '../bearer/limits.ts';
import { listQuery } from '../bearer/list-query.ts';
import { GrantedScopes, ScopeList, CompanyUserId } from './user-fields.ts';

const ClientName = textField(BEARER_TEXT_LENGTHS.name, 'What people see when they are asked.', 'Ledger');

const GrantTypes = z
  .array(z.enum(GRANT_TYPE_NAMES, fieldError), fieldError)
  .transform((types) => GRANT_TYPE_NAMES.filter((type) => types.includes(type)))
  .meta({ description: 'How the client gets tokens.', example: ['authorization_code', 'refresh_token'] });

const { redirectUris: MOST_URIS, redirectUriChars } = OAUTH_LIMITS;
const RedirectUris = z
  .array(z.string(fieldError).max(redirectUriChars, issueError({ rule: 'redirectUri' })), fieldError)
  .max(MOST_URIS, issueError({ rule: 'values', max: MOST_URIS }))
  .meta({
    description:
      'Where browsers return to with a code; compared as text, but for the port of a loopback address.',
    example: ['https://ledger.example/callback'],
  });

export const CreateOAuthClientBody = z
  .strictObject(
    {
      name: ClientName,
      scopes: ScopeList,
      grantTypes: GrantTypes,
      redirectUris: RedirectUris.optional(),
      isPublic: z.boolean(fieldError).optional().meta({
        description: 'An app on devices, which cannot keep a secret. Default false.',
        example: false,
      }),
    },
    fieldError,
  )
  .meta({ title: 'CreateOAuthClientBody', description: 'A client to register.' });

export const UpdateOAuthClientBody = z
  .strictObject(
    {
      name: ClientName.optional(),
      scopes: ScopeList.optional(),
      grantTypes: GrantTypes.optional(),
      redirectUris: RedirectUris.optional(),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateOAuthClientBody',
    description: 'The fields to change; a field that is left out keeps its value.',
  });

export const RotateSecretBody = z
  .strictObject(
    {
      overlapSeconds: z
        .number(fieldError)
        .refine(
          (value) => Number.isInteger(value) && value >= 0 && value <= OAUTH_LIMITS.secretOverlapMaxSeconds,
          issueError({ rule: 'integer', min: 0, max: OAUTH_LIMITS.secretOverlapMaxSeconds }),
        )
        .optional()
        .meta({
          description: `How long the old secret still works, in seconds. Default ${OAUTH_LIMITS.secretOverlapSeconds}.`,
          minimum: 0,
          maximum: OAUTH_LIMITS.secretOverlapMaxSeconds,
          default: OAUTH_LIMITS.secretOverlapSeconds,
          example: 3600,
        }),
    },
    fieldError,
  )
  .meta({ title: 'RotateSecretBody', description: 'How to change over to the new secret.' });

export const OAuthClientResource = z
  .object({
    id: idField('client', 'the client'),
    name: z
      .string()
      .meta({ description: 'What people see when they are asked, 1 to 100 characters.', example: 'Ledger' }),
    scopes: GrantedScopes,
    grantTypes: z
      .array(z.enum(GRANT_TYPE_NAMES))
      .meta({ description: 'How the client gets tokens.', example: ['authorization_code', 'refresh_token'] }),
    redirectUris: z.array(z.string()).meta({
      description: 'Where browsers return to with a code.',
      example: ['https://ledger.example/callback'],
    }),
    isPublic: z
      .boolean()
      .meta({ description: 'Whether it is an app on devices, without a secret.', example: false }),
    userId: CompanyUserId.meta({
      description: 'The user as whose calls those of the client itself count. None: an operator made it.',
    }).optional(),
    previousSecretUntil: When('Until when the secret before the current one still works.').optional(),
    disabledAt: When('Since when the client and all its tokens are refused.').optional(),
    createdAt: When('When the client was registered.'),
    updatedAt: When('When the client was last changed.'),
    version: ResourceVersion,
  })
  .meta({ title: 'OAuthClient', description: 'A program that gets tokens from the authorization server.' });
export type OAuthClientView = z.infer<typeof OAuthClientResource>;

export const IssuedOAuthClient = OAuthClientResource.extend({
  secret: z
    .string()
    .optional()
    .meta({
      description:
        'The secret of a confidential client, 46 characters, in this answer alone: it is not stored. A repeated create has it no more.',
      example: `cs_${'0'.repeat(43)}`,
    }),
}).meta({ title: 'IssuedOAuthClient', description: 'The client with its new secret.' });

const TIME = { kind: 'time', value: QueryTime, example: '2026-11-21' } as const;
const ID = textField({ min: 1, max: 64 }, 'Exactly this text.', exampleId('user'));
const USER = { kind: 'text', value: ID, example: exampleId('user') } as const;

/** What the list of clients can be filtered and sorted by. */
export const CLIENT_LIST = {
  plural: 'clients',
  filters: {
    name: { kind: 'text', value: ClientName, example: 'Ledger', like: 'Led' },
    userId: USER,
    disabledAt: TIME,
    createdAt: TIME,
    updatedAt: TIME,
  },
  sorts: ['createdAt', 'updatedAt'],
  fields: Object.keys(OAuthClientResource.shape),
  itemFields: Object.keys(OAuthClientResource.shape),
} as const satisfies ListDefinition;

export const ListOAuthClientsQuery = listQuery('ListOAuthClientsQuery', CLIENT_LIST);
export const OAuthClientPage = listPage(
  'OAuthClientPage',
  OAuthClientResource.partial().meta({ title: 'OAuthClientItem' }),
);

export const Consent = z
  .object({
    id: idField('grant', 'the consent'),
    userId: CompanyUserId.meta({ description: 'The person who has consented.' }),
    clientId: idField('client', 'the client'),
    clientName: z
      .string()
      .meta({ description: 'Name of the client, 1 to 100 characters.', example: 'Ledger' }),
    scopes: GrantedScopes,
    lastUsedAt: When('When a token of it was last used, to the minute.').optional(),
    createdAt: When('When the person consented.'),
  })
  .meta({ title: 'Consent', description: 'What a person has allowed a client on one occasion.' });
export type ConsentView = z.infer<typeof Consent>;

/** What the list of consents can be filtered and sorted by. */
export const CONSENT_LIST = {
  plural: 'consents',
  filters: {
    userId: USER,
    clientId: { kind: 'text', value: ID, example: exampleId('client') },
    clientName: { kind: 'text', value: ClientName, example: 'Ledger', like: 'Led' },
    lastUsedAt: TIME,
    createdAt: TIME,
  },
  sorts: ['createdAt'],
  fields: Object.keys(Consent.shape),
  itemFields: Object.keys(Consent.shape),
} as const satisfies ListDefinition;

export const ListConsentsQuery = listQuery('ListConsentsQuery', CONSENT_LIST);
export const ConsentPage = listPage('ConsentPage', Consent.partial().meta({ title: 'ConsentItem' }));
