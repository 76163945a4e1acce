import type { Holder } from '@procurement-intents/domain/bearer';
import type { NewId } from '../new-ids.ts';
import type { OperationContext } from '../operation.ts';
import type { FailedLogins } from './failed-logins.ts';
import type { Members } from './members.ts';
import type { Records } from './records.ts';

/** The state that operations of the company's side use. */
export interface CompanyContext extends OperationContext {
  members: Members;
  logins: FailedLogins;
  records: Records;
  newId: NewId;
}

/** A call that passed all checks, and needs no credential. */
export interface OpenCall {
  id: string;
  query: unknown;
  body: unknown;
  headers: { get(name: string): string | null };
  /** Scheme and host that the caller has reached the service by. */
  origin: string;
}

/** A call that passed all checks. */
export interface CompanyCall extends OpenCall {
  operation: string;
  holder: Holder;
}

/** The result of an operation of the company's side. */
export interface CompanyAnswer {
  status: 200 | 201 | 204;
  headers?: Record<string, string>;
  /** The value of the JSON body; none with 204. */
  body?: unknown;
  /** The body instead, of another media type. */
  text?: { type: string; text: string };
}

export type OpenOperation = (
  service: CompanyContext,
  call: OpenCall,
) => CompanyAnswer | Promise<CompanyAnswer>;

export type CompanyOperation = (
  service: CompanyContext,
  call: CompanyCall,
) => CompanyAnswer | Promise<CompanyAnswer>;
