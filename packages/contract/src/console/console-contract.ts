import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery, Platform } from '../fields.ts';
import { LoginBody, Profile } from '../company/account-schemas.ts';
import { When } from '../bearer/answer-fields.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { bearer, type BearerMetadata, COMMON_BEARER_ERRORS } from '../bearer/metadata.ts';
import { CONSOLE_ROUTES } from './route-table.ts';

const c = initContract();

export const ConsoleSession = z
  .object({
    user: Profile,
    csrfToken: z.string().meta({
      description: 'Send it as `X-CSRF-Token` with every changing call. 64 characters.',
      example: '0'.repeat(64),
    }),
    expiresAt: When('When the session ends if nobody calls before.'),
    sandbox: z
      .object({
        platform: Platform,
        productUrl: z.string().meta({
          description: 'A product of the sandbox that is always for sale.',
          example: 'http://127.0.0.1:3100/a/items/ordinary',
        }),
      })
      .optional()
      .meta({
        title: 'SandboxProduct',
        description: 'What a first purchase can buy; only of a process with the sandbox.',
      }),
  })
  .meta({ title: 'ConsoleSession', description: 'Who is logged in to the console.' });
export type ConsoleSessionView = z.infer<typeof ConsoleSession>;

const metadata = {
  open: {
    auth: 'none',
    body: 'json',
    errors: [...COMMON_BEARER_ERRORS, 'unauthorized', 'unsupported_media_type'],
  },
  ofSession: bearer(null, 'none', []),
  report: { auth: 'none', body: 'bytes', errors: [] },
} as const satisfies Record<string, BearerMetadata | object>;

/** What the console's own page calls beside /v1. Its credential is a cookie that no script reads. */
export const consoleContract = c.router(
  {
    /** Logs a person in. */
    openConsoleSession: {
      ...CONSOLE_ROUTES.openConsoleSession,
      query: NoQuery,
      body: LoginBody,
      responses: { 200: ConsoleSession, ...bearerFailures(...metadata.open.errors) },
      metadata: metadata.open,
    },
    /** Says who is logged in. */
    getConsoleSession: {
      ...CONSOLE_ROUTES.getConsoleSession,
      query: NoQuery,
      responses: { 200: ConsoleSession, ...bearerFailures(...metadata.ofSession.errors) },
      metadata: metadata.ofSession,
    },
    /** Logs out. */
    endConsoleSession: {
      ...CONSOLE_ROUTES.endConsoleSession,
      query: NoQuery,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...bearerFailures(...metadata.ofSession.errors) },
      metadata: metadata.ofSession,
    },
    /** Takes what a browser has refused to load or run on a page of the console. */
    reportPolicyViolation: {
      ...CONSOLE_ROUTES.reportPolicyViolation,
      body: z.unknown(),
      responses: { 204: c.noBody() },
      metadata: metadata.report,
    },
  },
  { strictStatusCodes: true },
);
export type ConsoleContract = typeof consoleContract;
