import { z } from 'zod';
import { textField } from '../fields.ts';
import { exampleId } from '../ids.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryTime } from '../lists/query-values.ts';
import { AUDIT_ACTION_NAMES, type AuditAction } from './audit-actions.ts';
import { When } from '../bearer/answer-fields.ts';
import { idField } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { listQuery } from '../bearer/list-query.ts';
import { CompanyUserId } from './user-fields.ts';

const text = textField({ min: 1, max: 64 }, 'Exactly this text.', 'token');
const TIME = { kind: 'time', value: QueryTime, example: '2026-11-21' } as const;
const USER = { kind: 'text', value: text, example: exampleId('user') } as const;
const ACTION = 'user.disabled' satisfies AuditAction;
const ADDRESS = { kind: 'text', value: text, example: '198.51.100.7' } as const;

export const Session = z
  .object({
    id: idField('session', 'the session'),
    kind: z.string().meta({
      description: '`token`: a session token; `console`: a session of the console. At most 64 characters.',
      example: 'token',
    }),
    userId: CompanyUserId,
    ip: z
      .string()
      .meta({ description: 'The address that logged in. At most 64 characters.', example: '198.51.100.7' }),
    lastUsedAt: When('When it was last used, to the minute.').optional(),
    createdAt: When('When the person logged in.'),
    expiresAt: When('When the session ends by itself.'),
  })
  .meta({ title: 'Session', description: 'A log-in of a person that has not ended.' });
export type SessionView = z.infer<typeof Session>;

/** What the list of sessions can be filtered and sorted by. */
export const SESSION_LIST = {
  plural: 'sessions',
  filters: {
    kind: { kind: 'text', value: text, example: 'token' },
    userId: USER,
    ip: ADDRESS,
    lastUsedAt: TIME,
    createdAt: TIME,
    expiresAt: TIME,
  },
  sorts: ['createdAt', 'expiresAt'],
  fields: Object.keys(Session.shape),
  itemFields: Object.keys(Session.shape),
} as const satisfies ListDefinition;

export const ListSessionsQuery = listQuery('ListSessionsQuery', SESSION_LIST);
export const SessionPage = listPage('SessionPage', Session.partial().meta({ title: 'SessionItem' }));

export const AuditEvent = z
  .object({
    id: idField('auditEvent', 'the event'),
    createdAt: When('When the change was made.'),
    actorKind: z.enum(['user', 'api_key', 'oauth_client', 'operator', 'service']).meta({
      description: 'Who made the change; `operator`: a command on the server, `service`: the service itself.',
      example: 'user',
    }),
    actorId: z
      .string()
      .optional()
      .meta({
        description: 'Id of the user, the key or the client: a prefix and 32 hex digits.',
        example: exampleId('user'),
      }),
    userId: CompanyUserId.optional().meta({ description: 'The user whose act it counts as.' }),
    ip: z
      .string()
      .optional()
      .meta({ description: 'From where. At most 64 characters.', example: '198.51.100.7' }),
    requestId: z
      .string()
      .optional()
      .meta({
        description: '`X-Request-Id` of the call, 1 to 128 characters.',
        example: exampleId('call'),
      }),
    action: z.string().meta({
      description: `Kind of the subject, a dot and what was done: ${AUDIT_ACTION_NAMES.map((name) => `\`${name}\``).join(', ')}. A later version may add actions: ignore those that you do not know.`,
      example: ACTION,
    }),
    subjectId: z.string().meta({
      description: 'Id of what was changed: a prefix and 32 hex digits.',
      example: exampleId('user'),
    }),
    before: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What it was before, without secrets.', example: { displayName: '李四' } }),
    after: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What it was afterwards, without secrets.', example: { displayName: '王五' } }),
  })
  .meta({ title: 'AuditEvent', description: 'A change that somebody made.' });
export type AuditEventView = z.infer<typeof AuditEvent>;

/** What the record of changes can be filtered and sorted by. */
export const AUDIT_LIST = {
  plural: 'events',
  filters: {
    actorKind: { kind: 'text', value: text, example: 'user' },
    actorId: USER,
    userId: USER,
    ip: ADDRESS,
    requestId: {
      kind: 'text',
      value: textField({ min: 1, max: 128 }, 'Id of a call.', 'req_1'),
      example: exampleId('call'),
    },
    action: { kind: 'text', value: text, example: ACTION, like: 'user.' },
    subjectId: USER,
    createdAt: TIME,
  },
  sorts: ['createdAt'],
  fields: Object.keys(AuditEvent.shape),
  itemFields: Object.keys(AuditEvent.shape),
} as const satisfies ListDefinition;

export const ListAuditEventsQuery = listQuery('ListAuditEventsQuery', AUDIT_LIST);
export const AuditEventPage = listPage('AuditEventPage', AuditEvent.partial().meta({ title: 'AuditItem' }));
