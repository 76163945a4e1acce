import { z } from 'zod';
import { fieldError, issueError, textField } from '../fields.ts';
import { ResourceVersion, When } from '../bearer/answer-fields.ts';
import { idField } from '../bearer/id-fields.ts';
import { MAX_YUAN, Yuan, yuanField } from '../bearer/money-fields.ts';
import { BEARER_LIMITS, BEARER_TEXT_LENGTHS } from '../bearer/limits.ts';
import { SCOPE_NAMES } from '../bearer/scopes.ts';

/** The languages that a user can choose. */
export const LOCALES = ['zh', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9._@-]*[a-z0-9])?$/;

/**
 * A username as it is kept: in lower case, so that no two differ by case alone. ASCII, so that no two look alike.
 */
export const Username = z
  .string(fieldError)
  .max(BEARER_TEXT_LENGTHS.username.max, issueError({ rule: 'length', ...BEARER_TEXT_LENGTHS.username }))
  .trim()
  .toLowerCase()
  .min(BEARER_TEXT_LENGTHS.username.min, issueError({ rule: 'length', ...BEARER_TEXT_LENGTHS.username }))
  .regex(USERNAME_PATTERN, issueError({ rule: 'username' }))
  .meta({
    description: 'Name to log in with; upper and lower case count as the same.',
    example: 'zhang.san',
  });

/** A new password. It is not trimmed: every character counts. */
export const NewPassword = z
  .string(fieldError)
  .refine(
    (value) =>
      value.length >= BEARER_TEXT_LENGTHS.password.min && value.length <= BEARER_TEXT_LENGTHS.password.max,
    issueError({ rule: 'length', ...BEARER_TEXT_LENGTHS.password }),
  )
  .refine((value) => value.isWellFormed(), issueError({ rule: 'text' }))
  .meta({
    description: 'Password, every character of which counts.',
    minLength: BEARER_TEXT_LENGTHS.password.min,
    maxLength: BEARER_TEXT_LENGTHS.password.max,
    example: 'correct horse battery staple',
  });

/** A password to compare: whatever is not one of ours is wrong, not invalid. */
export const GivenPassword = z
  .string(fieldError)
  .max(
    BEARER_LIMITS.givenPasswordChars,
    issueError({ rule: 'length', min: 1, max: BEARER_LIMITS.givenPasswordChars }),
  )
  .meta({ description: 'The current password.', example: 'correct horse battery staple' });

export const DisplayName = textField(BEARER_TEXT_LENGTHS.displayName, 'Name that others see.', '张三');
export const LocaleField = z
  .enum(LOCALES, fieldError)
  .meta({ description: 'Language of pages and messages.', example: 'zh' });

/** The scopes of a user or a credential. */
export const ScopeList = z
  .array(z.enum(SCOPE_NAMES, fieldError), fieldError)
  .max(SCOPE_NAMES.length, issueError({ rule: 'values', max: SCOPE_NAMES.length }))
  .transform((scopes) => SCOPE_NAMES.filter((scope) => scopes.includes(scope)))
  .meta({
    description: 'What the holder may do. `admin` implies all, `write:` does not imply `read:`.',
    example: ['read:purchase-requests', 'write:purchase-requests'],
  });

const Scopes = z.array(z.enum(SCOPE_NAMES)).meta({
  description: 'What the holder may do.',
  example: ['read:purchase-requests', 'write:purchase-requests'],
});

/** The scopes of an answer. */
export const GrantedScopes = Scopes;

/** An amount up to which a user approves requests of others. */
export const ApprovalLimit = yuanField(
  { min: 0, max: MAX_YUAN },
  'The largest total of a request that the user approves',
  50_000,
);

export const CompanyUserId = idField('user', 'the user');

export const User = z
  .object({
    id: CompanyUserId,
    username: z
      .string()
      .meta({ description: 'Name to log in with, 3 to 64 characters.', example: 'zhang.san' }),
    displayName: z
      .string()
      .meta({ description: 'Name that others see, 1 to 100 characters.', example: '张三' }),
    locale: z.enum(LOCALES).meta({ description: 'Language of pages and messages.', example: 'zh' }),
    scopes: GrantedScopes,
    approvalLimit: Yuan('The largest total of a request that the user approves', 50_000).optional(),
    disabledAt: When('Since when the user cannot log in.').optional(),
    createdAt: When('When the user was added.'),
    updatedAt: When('When the user was last changed.'),
    version: ResourceVersion,
  })
  .meta({ title: 'User', description: 'A person of the company.' });
export type UserView = z.infer<typeof User>;
