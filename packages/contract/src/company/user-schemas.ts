import { z } from 'zod';
import { fieldError, textField } from '../fields.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryMoney, QueryTime } from '../lists/query-values.ts';
import { listPage } from '../lists/list-page.ts';
import { listQuery } from '../bearer/list-query.ts';
import {
  ApprovalLimit,
  DisplayName,
  LocaleField,
  LOCALES,
  NewPassword,
  ScopeList,
  User,
  Username,
} from './user-fields.ts';
import { BEARER_TEXT_LENGTHS } from '../bearer/limits.ts';

export const CreateUserBody = z
  .strictObject(
    {
      username: Username,
      password: NewPassword,
      displayName: DisplayName,
      locale: LocaleField.optional(),
      scopes: ScopeList,
      approvalLimit: ApprovalLimit.optional(),
    },
    fieldError,
  )
  .meta({ title: 'CreateUserBody', description: 'A person to add.' });

export const UpdateUserBody = z
  .strictObject(
    {
      displayName: DisplayName.optional(),
      locale: LocaleField.optional(),
      scopes: ScopeList.optional(),
      approvalLimit: ApprovalLimit.nullable().optional().meta({
        description:
          'The largest total of a request that the user approves, in yuan, at most 2 decimals; null for none.',
        example: 50_000,
      }),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateUserBody',
    description:
      'The fields to change; a field that is left out keeps its value. `approvalLimit: null` takes the limit away.',
  });

export const ResetPasswordBody = z
  .strictObject({ password: NewPassword }, fieldError)
  .meta({ title: 'ResetPasswordBody', description: 'The new password.' });

const word = (lengths: { min: number; max: number }, description: string, example: string) =>
  textField({ ...lengths, min: 1 }, description, example);

/** What the list of users can be filtered and sorted by. */
export const USER_LIST = {
  plural: 'users',
  filters: {
    username: {
      kind: 'text',
      value: word(BEARER_TEXT_LENGTHS.username, 'Username.', 'zhang.san'),
      example: 'zhang.san',
      like: 'zhang',
    },
    displayName: {
      kind: 'text',
      value: word(BEARER_TEXT_LENGTHS.displayName, 'Name that others see.', '张三'),
      example: '张三',
      like: '张',
    },
    locale: { kind: 'choice', value: z.enum(LOCALES, fieldError), example: 'zh' },
    approvalLimit: { kind: 'money', value: QueryMoney, example: '50000.00' },
    disabledAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    createdAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    updatedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['createdAt', 'updatedAt'],
  fields: Object.keys(User.shape),
  itemFields: Object.keys(User.shape),
} as const satisfies ListDefinition;

export const ListUsersQuery = listQuery('ListUsersQuery', USER_LIST);
export const UserPage = listPage('UserPage', User.partial().meta({ title: 'UserItem' }));
