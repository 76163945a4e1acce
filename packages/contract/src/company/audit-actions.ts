import type { IdKind } from '../ids.ts';
import type { Scope } from '../bearer/scopes.ts';

/** Who makes changes that a scope alone does not allow. */
export const AUDIT_DOERS = {
  self: 'the person',
  approver: 'a person whose approval limit covers the total',
  operator: 'a command on the server',
  service: 'the service itself',
} as const;

/** Whoever has the scope, or a row of {@link AUDIT_DOERS}. */
export type AuditDoer = Scope | keyof typeof AUDIT_DOERS;

/** A kind of change that the audit log records. */
export interface AuditActionRow {
  /** What `subjectId` is the id of. */
  subject: IdKind;
  /** Who can do it. */
  by: readonly AuditDoer[];
  /** What was done. */
  en: string;
}

/** Everything that the audit log records: the kind of the subject, a dot, and what was done. */
export const AUDIT_ACTIONS = {
  'session.created': { subject: 'session', by: ['self'], en: 'A person logged in' },
  'session.ended': { subject: 'session', by: ['self', 'admin'], en: 'A session was ended before its time' },
  'profile.updated': { subject: 'user', by: ['self'], en: 'A person changed the own name or language' },
  'user.password_changed': {
    subject: 'user',
    by: ['self'],
    en: 'A person changed the own password, and perhaps name or language with it',
  },
  'user.created': { subject: 'user', by: ['admin', 'operator', 'service'], en: 'A person was added' },
  'user.updated': {
    subject: 'user',
    by: ['admin', 'operator'],
    en: 'Name, language, scopes or approval limit of a person were changed',
  },
  'user.disabled': { subject: 'user', by: ['admin', 'operator'], en: 'A person was shut out' },
  'user.enabled': { subject: 'user', by: ['admin', 'operator'], en: 'A person may log in again' },
  'user.password_reset': {
    subject: 'user',
    by: ['admin', 'operator'],
    en: 'A person was given a new password by somebody else',
  },
  'user.requests_redacted': {
    subject: 'user',
    by: ['operator'],
    en: "The redaction of a person's purchase requests was asked for",
  },
  'api_key.created': { subject: 'apiKey', by: ['admin', 'operator'], en: 'An API key was made' },
  'api_key.revoked': { subject: 'apiKey', by: ['admin', 'operator'], en: 'An API key was revoked' },
  'oauth_client.created': {
    subject: 'client',
    by: ['admin', 'operator'],
    en: 'An OAuth client was registered',
  },
  'oauth_client.updated': {
    subject: 'client',
    by: ['admin'],
    en: 'Name, scopes, grants or redirect addresses of an OAuth client were changed',
  },
  'oauth_client.secret_rotated': {
    subject: 'client',
    by: ['admin', 'operator'],
    en: 'An OAuth client was given a new secret',
  },
  'oauth_client.disabled': {
    subject: 'client',
    by: ['admin', 'operator'],
    en: 'An OAuth client and its tokens were shut out',
  },
  'oauth_client.enabled': {
    subject: 'client',
    by: ['admin', 'operator'],
    en: 'An OAuth client may call again',
  },
  'oauth_client.deleted': {
    subject: 'client',
    by: ['admin'],
    en: 'An OAuth client was removed with its consents and tokens',
  },
  'consent.given': { subject: 'grant', by: ['self'], en: 'A person let an OAuth client act for them' },
  'consent.ended': {
    subject: 'grant',
    by: ['admin'],
    en: 'All consents of a person to an OAuth client were ended',
  },
  'app.created': { subject: 'app', by: ['admin', 'operator', 'service'], en: 'An App was registered' },
  'app.updated': {
    subject: 'app',
    by: ['admin', 'operator'],
    en: 'Name, permissions, allowed addresses or archive days of an App were changed',
  },
  'app.secret_rotated': {
    subject: 'app',
    by: ['admin', 'operator'],
    en: 'An App was given a new secret beside the old one',
  },
  'app.secret_replaced': {
    subject: 'app',
    by: ['service'],
    en: 'The secret of the demo App was replaced at once',
  },
  'app.secret_resealed': {
    subject: 'app',
    by: ['operator'],
    en: 'The stored secret of an App was encrypted with the current key',
  },
  'app.disabled': { subject: 'app', by: ['admin', 'operator'], en: 'An App was shut out' },
  'app.enabled': { subject: 'app', by: ['admin', 'operator'], en: 'An App may call again' },
  'app.user_redacted': {
    subject: 'app',
    by: ['operator'],
    en: "The redaction of an App's user was asked for",
  },
  'webhook.created': {
    subject: 'webhookEndpoint',
    by: ['admin', 'operator'],
    en: 'A webhook endpoint of an App was registered',
  },
  'webhook.updated': {
    subject: 'webhookEndpoint',
    by: ['admin'],
    en: 'Address, types, payload or rate of a webhook endpoint were changed',
  },
  'webhook.disabled': { subject: 'webhookEndpoint', by: ['admin'], en: 'A webhook endpoint was disabled' },
  'webhook.enabled': { subject: 'webhookEndpoint', by: ['admin'], en: 'A webhook endpoint was enabled' },
  'webhook.secret_rotated': {
    subject: 'webhookEndpoint',
    by: ['admin'],
    en: 'A webhook endpoint was given a new secret, beside the old one for its grace time',
  },
  'webhook.secret_resealed': {
    subject: 'webhookEndpoint',
    by: ['operator'],
    en: 'The stored key of a webhook endpoint was encrypted with the current key',
  },
  'webhook.deleted': { subject: 'webhookEndpoint', by: ['admin'], en: 'A webhook endpoint was removed' },
  'webhook.delivery_retried': {
    subject: 'webhookEndpoint',
    by: ['admin'],
    en: 'One more attempt of a delivery was asked for',
  },
  'webhook.replay_begun': {
    subject: 'webhookEndpoint',
    by: ['admin'],
    en: 'Events of a span of time were asked for again',
  },
  'intent.submitted': {
    subject: 'intent',
    by: ['admin', 'approver'],
    en: 'A draft of an App was submitted for purchase',
  },
  'intent.cancel_requested': {
    subject: 'intent',
    by: ['admin'],
    en: 'The cancellation of an intent was asked for, which a platform decides',
  },
  'intent.cancelled': { subject: 'intent', by: ['admin'], en: 'An intent was cancelled at once' },
  'intent.archived': { subject: 'intent', by: ['admin'], en: 'An intent was archived' },
  'intent.unarchived': { subject: 'intent', by: ['admin'], en: 'An intent was taken out of the archive' },
  'intent.deleted': { subject: 'intent', by: ['admin'], en: 'An intent was deleted' },
  'supplier.created': { subject: 'supplier', by: ['write:suppliers'], en: 'A supplier was added' },
  'supplier.updated': {
    subject: 'supplier',
    by: ['write:suppliers'],
    en: 'A supplier was changed, blocked or opened',
  },
  'supplier.deleted': { subject: 'supplier', by: ['write:suppliers'], en: 'A supplier was removed' },
  'contract.created': { subject: 'contract', by: ['write:contracts'], en: 'A contract was drafted' },
  'contract.updated': { subject: 'contract', by: ['write:contracts'], en: 'A draft was changed' },
  'contract.deleted': { subject: 'contract', by: ['write:contracts'], en: 'A draft was removed' },
  'contract.activated': { subject: 'contract', by: ['write:contracts'], en: 'A draft was made effective' },
  'contract.terminated': { subject: 'contract', by: ['write:contracts'], en: 'A contract was ended' },
  'purchase_request.created': {
    subject: 'purchaseRequest',
    by: ['write:purchase-requests'],
    en: 'Somebody asked to buy',
  },
  'purchase_request.updated': {
    subject: 'purchaseRequest',
    by: ['write:purchase-requests'],
    en: 'Requesters changed what they ask for',
  },
  'purchase_request.approved': {
    subject: 'purchaseRequest',
    by: ['write:purchase-requests'],
    en: 'A request was approved, and its intent made',
  },
  'purchase_request.rejected': {
    subject: 'purchaseRequest',
    by: ['write:purchase-requests'],
    en: 'A request was rejected',
  },
  'purchase_request.withdrawn': {
    subject: 'purchaseRequest',
    by: ['write:purchase-requests'],
    en: 'Requesters withdrew what they had asked for',
  },
  'order.cancel_requested': {
    subject: 'order',
    by: ['write:orders'],
    en: 'The cancellation of an order was asked for',
  },
} as const satisfies Record<string, AuditActionRow>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/** The actions whose subject is of this kind. */
export type AuditActionOn<Kind extends IdKind> = {
  [Name in AuditAction]: (typeof AUDIT_ACTIONS)[Name]['subject'] extends Kind ? Name : never;
}[AuditAction];
