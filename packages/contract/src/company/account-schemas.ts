import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { exampleId } from '../ids.ts';
import { When } from '../bearer/answer-fields.ts';
import { ENVIRONMENTS } from '../credentials.ts';
import { BEARER_LIMITS } from '../bearer/limits.ts';
import {
  DisplayName,
  GivenPassword,
  GrantedScopes,
  LocaleField,
  LOCALES,
  NewPassword,
} from './user-fields.ts';

export const LoginBody = z
  .strictObject(
    {
      username: z
        .string(fieldError)
        .min(1, issueError({ rule: 'length', min: 1, max: BEARER_LIMITS.givenNameChars }))
        .max(
          BEARER_LIMITS.givenNameChars,
          issueError({ rule: 'length', min: 1, max: BEARER_LIMITS.givenNameChars }),
        )
        .meta({ description: 'Name to log in with.', example: 'zhang.san' }),
      password: GivenPassword,
    },
    fieldError,
  )
  .meta({ title: 'LoginBody', description: 'Username and password of a person.' });

export const SessionToken = z
  .object({
    token: z.string().meta({
      description: 'Send it as `Authorization: Bearer`. 46 characters, shown this once.',
      example: `st_${'0'.repeat(43)}`,
    }),
    expiresAt: When('When the token ends: one hour after the log-in.'),
  })
  .meta({ title: 'SessionToken', description: 'A session token of the person who has logged in.' });

export const Profile = z
  .object({
    kind: z
      .enum(['user', 'api_key', 'oauth_client'])
      .meta({ description: 'Whether a person, a key or a client calls.', example: 'user' }),
    id: z.string().meta({
      description: 'Id of the user, the key or the client: a prefix and 32 hex digits.',
      example: exampleId('user'),
    }),
    username: z
      .string()
      .optional()
      .meta({ description: 'Of a person alone, 3 to 64 characters.', example: 'zhang.san' }),
    displayName: z.string().meta({
      description: 'Name of the person, the key or the client, 1 to 100 characters.',
      example: '张三',
    }),
    locale: z
      .enum(LOCALES)
      .optional()
      .meta({ description: 'Language that the person has chosen.', example: 'zh' }),
    scopes: GrantedScopes.meta({ description: 'What this credential may do now.', example: ['admin'] }),
    environment: z
      .enum(ENVIRONMENTS)
      .meta({ description: 'The environment of this installation.', example: 'test' }),
    createdAt: When('When the user, the key or the client was made.'),
  })
  .meta({ title: 'Profile', description: 'Who this credential is.' });
export type ProfileView = z.infer<typeof Profile>;

export const UpdateProfileBody = z
  .strictObject(
    {
      displayName: DisplayName.optional(),
      locale: LocaleField.optional(),
      password: NewPassword.optional(),
      oldPassword: GivenPassword.optional(),
    },
    fieldError,
  )
  .refine((body) => body.password === undefined || body.oldPassword !== undefined, {
    ...issueError({ rule: 'required' }),
    path: ['oldPassword'],
  })
  .meta({
    title: 'UpdateProfileBody',
    description:
      'The fields to change; a field that is left out keeps its value. `password` needs `oldPassword` and a session token.',
  });
