// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { FailureCode, IntentStatus, Parcel, Permission, Platform } from './types.ts';

export type {
  AppEvent,
  AppEventData,
  CreateReplayBody,
  CreateWebhookBody,
  CreatedWebhook,
  DeliveryPage,
  EventPage,
  IntentEvent,
  IntentEvents,
  ListDeliveriesQuery,
  ListEventsQuery,
  Parcel,
  RotateWebhookSecretBody,
  RotatedWebhookSecret,
  TestWebhookBody,
  TestedWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookList,
  WebhookReplay,
} from './types.ts';

/** What a credential may do. `write:` does not include `read:`; `admin` includes all. */
export type Scope =
  | 'read:purchase-requests'
  | 'write:purchase-requests'
  | 'read:suppliers'
  | 'write:suppliers'
  | 'read:orders'
  | 'write:orders'
  | 'read:contracts'
  | 'write:contracts'
  | 'read:reports'
  | 'admin';

/** How an OAuth client gets tokens. */
export type GrantType =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'urn:ietf:params:oauth:grant-type:device_code';

/** Status of a purchase request. */
export type RequestStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'ORDERED'
  | 'FAILED'
  | 'CANCELLED';

/** Status of a contract. */
export type ContractStatus = 'DRAFT' | 'ACTIVE' | 'EXPIRED' | 'TERMINATED';

/** Whether the company buys from a supplier. */
export type SupplierStatus = 'ACTIVE' | 'BLOCKED';

/** Who this credential is. */
export interface Profile {
  /** Whether a person, a key or a client calls. */
  kind: 'user' | 'api_key' | 'oauth_client';
  /** Id of the user, the key or the client: a prefix and 32 hex digits. */
  id: string;
  /** Of a person alone, 3 to 64 characters. */
  username?: string | undefined;
  /** Name of the person, the key or the client, 1 to 100 characters. */
  displayName: string;
  /** Language that the person has chosen. */
  locale?: 'zh' | 'en' | undefined;
  /** What this credential may do now. */
  scopes: Scope[];
  /** The environment of this installation. */
  environment: 'test' | 'live';
  /** When the user, the key or the client was made. ISO 8601, UTC, milliseconds. */
  createdAt: string;
}

/**
 * The fields to change; a field that is left out keeps its value. `password` needs `oldPassword` and a
 * session token.
 */
export interface UpdateProfileBody {
  /** Name that others see. 1 to 100 characters. */
  displayName?: string | undefined;
  /** Language of pages and messages. */
  locale?: 'zh' | 'en' | undefined;
  /** Password, every character of which counts. 12 to 128 characters. */
  password?: string | undefined;
  /** The current password. */
  oldPassword?: string | undefined;
}

/** A person to add. */
export interface CreateUserBody {
  /** Name to log in with; upper and lower case count as the same. 3 to 64 characters. */
  username: string;
  /** Password, every character of which counts. 12 to 128 characters. */
  password: string;
  /** Name that others see. 1 to 100 characters. */
  displayName: string;
  /** Language of pages and messages. */
  locale?: 'zh' | 'en' | undefined;
  /** What the holder may do. `admin` implies all, `write:` does not imply `read:`. */
  scopes: Scope[];
  /**
   * The largest total of a request that the user approves, in yuan, at most 2 decimals. 0 to 99999999999.99.
   */
  approvalLimit?: number | undefined;
}

/** A person of the company. */
export interface User {
  /** Id of the user: `usr_` and 32 lower-case hex digits. */
  id: string;
  /** Name to log in with, 3 to 64 characters. */
  username: string;
  /** Name that others see, 1 to 100 characters. */
  displayName: string;
  /** Language of pages and messages. */
  locale: 'zh' | 'en';
  /** What the holder may do. */
  scopes: Scope[];
  /** The largest total of a request that the user approves, in yuan, from 0. */
  approvalLimit?: number | undefined;
  /** Since when the user cannot log in. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** When the user was added. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the user was last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** Filters, order and page of a list. */
export interface ListUsersQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only users created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only users created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means
   * the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, username, displayName, locale, scopes,
   * approvalLimit, disabledAt, createdAt, updatedAt, version. `id` always comes. Default: id, username,
   * displayName, locale, scopes, approvalLimit, disabledAt, createdAt, updatedAt, version.
   */
  fields?: string | undefined;
  /** Only users whose `username` is exactly this. 1 to 64 characters. */
  'filter[username]'?: string | undefined;
  /** Only users whose `username` is one of these, at most 100, separated by commas. */
  'filter[username][in]'?: string | undefined;
  /**
   * Only users whose `username` contains this text; case is ignored, and there are no wildcards. 1 to 64
   * characters.
   */
  'filter[username][like]'?: string | undefined;
  /** Only users whose `displayName` is exactly this. 1 to 100 characters. */
  'filter[displayName]'?: string | undefined;
  /** Only users whose `displayName` is one of these, at most 100, separated by commas. */
  'filter[displayName][in]'?: string | undefined;
  /**
   * Only users whose `displayName` contains this text; case is ignored, and there are no wildcards. 1 to 100
   * characters.
   */
  'filter[displayName][like]'?: string | undefined;
  /** Only users whose `locale` is exactly this. */
  'filter[locale]'?: 'zh' | 'en' | undefined;
  /** Only users whose `locale` is one of these, at most 100, separated by commas. */
  'filter[locale][in]'?: string | undefined;
  /** Only users whose `approvalLimit` is exactly this. Yuan, at most 2 decimals. */
  'filter[approvalLimit]'?: number | undefined;
  /**
   * Only users whose `approvalLimit` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[approvalLimit][in]'?: string | undefined;
  /** Only users whose `approvalLimit` is this or more. Yuan, at most 2 decimals. */
  'filter[approvalLimit][gte]'?: number | undefined;
  /** Only users whose `approvalLimit` is this or less. Yuan, at most 2 decimals. */
  'filter[approvalLimit][lte]'?: number | undefined;
  /**
   * Only users whose `disabledAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[disabledAt]'?: string | undefined;
  /**
   * Only users whose `disabledAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[disabledAt][in]'?: string | undefined;
  /**
   * Only users whose `disabledAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[disabledAt][gte]'?: string | undefined;
  /**
   * Only users whose `disabledAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[disabledAt][lte]'?: string | undefined;
  /**
   * Only users whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only users whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only users whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only users whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only users whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only users whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only users whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only users whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/**
 * The fields to change; a field that is left out keeps its value. `approvalLimit: null` takes the limit away.
 */
export interface UpdateUserBody {
  /** Name that others see. 1 to 100 characters. */
  displayName?: string | undefined;
  /** Language of pages and messages. */
  locale?: 'zh' | 'en' | undefined;
  /** What the holder may do. `admin` implies all, `write:` does not imply `read:`. */
  scopes?: Scope[] | undefined;
  /** The largest total of a request that the user approves, in yuan, at most 2 decimals; null for none. */
  approvalLimit?: number | null | undefined;
}

/** The new password. */
export interface ResetPasswordBody {
  /** Password, every character of which counts. 12 to 128 characters. */
  password: string;
}

/** A key to make. Its scopes are among those of whoever makes it. */
export interface CreateApiKeyBody {
  /** What the key is for. 1 to 100 characters. */
  name: string;
  /** What the holder may do. `admin` implies all, `write:` does not imply `read:`. */
  scopes: Scope[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList?: string[] | undefined;
}

/** The new key. */
export interface CreatedApiKey {
  /** Id of the key: `key_` and 32 lower-case hex digits. */
  id: string;
  /** What the key is for, 1 to 100 characters. */
  name: string;
  /** The first characters of the key. */
  hint: string;
  /** What the holder may do. */
  scopes: Scope[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList: string[];
  /** The user whose calls those of the key count as. */
  userId: string;
  /** When the key was last used, to the minute. ISO 8601, UTC, milliseconds. */
  lastUsedAt?: string | undefined;
  /** Since when the key is refused. ISO 8601, UTC, milliseconds. */
  revokedAt?: string | undefined;
  /** When the key was made. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /**
   * The key itself, 57 characters, in the first answer alone: it is not stored. A repeated create has it no
   * more.
   */
  key?: string | undefined;
}

/** Filters, order and page of a list. */
export interface ListApiKeysQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only keys created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means the
   * start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only keys created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means
   * the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, name, hint, scopes, ipAllowList, userId,
   * lastUsedAt, revokedAt, createdAt. `id` always comes. Default: id, name, hint, scopes, ipAllowList,
   * userId, lastUsedAt, revokedAt, createdAt.
   */
  fields?: string | undefined;
  /** Only keys whose `name` is exactly this. 1 to 100 characters. */
  'filter[name]'?: string | undefined;
  /** Only keys whose `name` is one of these, at most 100, separated by commas. */
  'filter[name][in]'?: string | undefined;
  /**
   * Only keys whose `name` contains this text; case is ignored, and there are no wildcards. 1 to 100
   * characters.
   */
  'filter[name][like]'?: string | undefined;
  /** Only keys whose `hint` is exactly this. 1 to 64 characters. */
  'filter[hint]'?: string | undefined;
  /** Only keys whose `hint` is one of these, at most 100, separated by commas. */
  'filter[hint][in]'?: string | undefined;
  /** Only keys whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only keys whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /**
   * Only keys whose `lastUsedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[lastUsedAt]'?: string | undefined;
  /**
   * Only keys whose `lastUsedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[lastUsedAt][in]'?: string | undefined;
  /**
   * Only keys whose `lastUsedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[lastUsedAt][gte]'?: string | undefined;
  /**
   * Only keys whose `lastUsedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[lastUsedAt][lte]'?: string | undefined;
  /**
   * Only keys whose `revokedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  'filter[revokedAt]'?: string | undefined;
  /**
   * Only keys whose `revokedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless it
   * has an offset; a date alone means its whole day.
   */
  'filter[revokedAt][in]'?: string | undefined;
  /**
   * Only keys whose `revokedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[revokedAt][gte]'?: string | undefined;
  /**
   * Only keys whose `revokedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[revokedAt][lte]'?: string | undefined;
  /**
   * Only keys whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only keys whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless it
   * has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only keys whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only keys whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
}

/** A key with which a program calls. */
export interface ApiKey {
  /** Id of the key: `key_` and 32 lower-case hex digits. */
  id: string;
  /** What the key is for, 1 to 100 characters. */
  name: string;
  /** The first characters of the key. */
  hint: string;
  /** What the holder may do. */
  scopes: Scope[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList: string[];
  /** The user whose calls those of the key count as. */
  userId: string;
  /** When the key was last used, to the minute. ISO 8601, UTC, milliseconds. */
  lastUsedAt?: string | undefined;
  /** Since when the key is refused. ISO 8601, UTC, milliseconds. */
  revokedAt?: string | undefined;
  /** When the key was made. ISO 8601, UTC, milliseconds. */
  createdAt: string;
}

/** Filters, order and page of a list. */
export interface ListSessionsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only sessions created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only sessions created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'expiresAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, kind, userId, ip, lastUsedAt, createdAt,
   * expiresAt. `id` always comes. Default: id, kind, userId, ip, lastUsedAt, createdAt, expiresAt.
   */
  fields?: string | undefined;
  /** Only sessions whose `kind` is exactly this. 1 to 64 characters. */
  'filter[kind]'?: string | undefined;
  /** Only sessions whose `kind` is one of these, at most 100, separated by commas. */
  'filter[kind][in]'?: string | undefined;
  /** Only sessions whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only sessions whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only sessions whose `ip` is exactly this. 1 to 64 characters. */
  'filter[ip]'?: string | undefined;
  /** Only sessions whose `ip` is one of these, at most 100, separated by commas. */
  'filter[ip][in]'?: string | undefined;
  /**
   * Only sessions whose `lastUsedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[lastUsedAt]'?: string | undefined;
  /**
   * Only sessions whose `lastUsedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[lastUsedAt][in]'?: string | undefined;
  /**
   * Only sessions whose `lastUsedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[lastUsedAt][gte]'?: string | undefined;
  /**
   * Only sessions whose `lastUsedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[lastUsedAt][lte]'?: string | undefined;
  /**
   * Only sessions whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only sessions whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only sessions whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only sessions whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only sessions whose `expiresAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[expiresAt]'?: string | undefined;
  /**
   * Only sessions whose `expiresAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[expiresAt][in]'?: string | undefined;
  /**
   * Only sessions whose `expiresAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[expiresAt][gte]'?: string | undefined;
  /**
   * Only sessions whose `expiresAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[expiresAt][lte]'?: string | undefined;
}

/** One page of items. */
export interface SessionPage {
  /** The items of this page, possibly none. */
  items: SessionItem[];
  /** Number of matching records on all pages. */
  total: number;
  /** Number of this page, from 1. */
  page: number;
  /** Maximum number of items on a page, 1 to 100. */
  pageSize: number;
  /** Number of pages; 0 when nothing matches. */
  totalPages: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

export interface SessionItem {
  /** Id of the session: `ses_` and 32 lower-case hex digits. */
  id?: string | undefined;
  /** `token`: a session token; `console`: a session of the console. At most 64 characters. */
  kind?: string | undefined;
  /** Id of the user: `usr_` and 32 lower-case hex digits. */
  userId?: string | undefined;
  /** The address that logged in. At most 64 characters. */
  ip?: string | undefined;
  /** When it was last used, to the minute. ISO 8601, UTC, milliseconds. */
  lastUsedAt?: string | undefined;
  /** When the person logged in. ISO 8601, UTC, milliseconds. */
  createdAt?: string | undefined;
  /** When the session ends by itself. ISO 8601, UTC, milliseconds. */
  expiresAt?: string | undefined;
}

/** Filters, order and page of a list. */
export interface ListAuditEventsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only events created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only events created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means
   * the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, createdAt, actorKind, actorId, userId, ip,
   * requestId, action, subjectId, before, after. `id` always comes. Default: id, createdAt, actorKind,
   * actorId, userId, ip, requestId, action, subjectId, before, after.
   */
  fields?: string | undefined;
  /** Only events whose `actorKind` is exactly this. 1 to 64 characters. */
  'filter[actorKind]'?: string | undefined;
  /** Only events whose `actorKind` is one of these, at most 100, separated by commas. */
  'filter[actorKind][in]'?: string | undefined;
  /** Only events whose `actorId` is exactly this. 1 to 64 characters. */
  'filter[actorId]'?: string | undefined;
  /** Only events whose `actorId` is one of these, at most 100, separated by commas. */
  'filter[actorId][in]'?: string | undefined;
  /** Only events whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only events whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only events whose `ip` is exactly this. 1 to 64 characters. */
  'filter[ip]'?: string | undefined;
  /** Only events whose `ip` is one of these, at most 100, separated by commas. */
  'filter[ip][in]'?: string | undefined;
  /** Only events whose `requestId` is exactly this. 1 to 128 characters. */
  'filter[requestId]'?: string | undefined;
  /** Only events whose `requestId` is one of these, at most 100, separated by commas. */
  'filter[requestId][in]'?: string | undefined;
  /** Only events whose `action` is exactly this. 1 to 64 characters. */
  'filter[action]'?: string | undefined;
  /** Only events whose `action` is one of these, at most 100, separated by commas. */
  'filter[action][in]'?: string | undefined;
  /**
   * Only events whose `action` contains this text; case is ignored, and there are no wildcards. 1 to 64
   * characters.
   */
  'filter[action][like]'?: string | undefined;
  /** Only events whose `subjectId` is exactly this. 1 to 64 characters. */
  'filter[subjectId]'?: string | undefined;
  /** Only events whose `subjectId` is one of these, at most 100, separated by commas. */
  'filter[subjectId][in]'?: string | undefined;
  /**
   * Only events whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only events whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only events whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only events whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
}

/** One page of items. */
export interface AuditEventPage {
  /** The items of this page, possibly none. */
  items: AuditItem[];
  /** Number of matching records on all pages. */
  total: number;
  /** Number of this page, from 1. */
  page: number;
  /** Maximum number of items on a page, 1 to 100. */
  pageSize: number;
  /** Number of pages; 0 when nothing matches. */
  totalPages: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

export interface AuditItem {
  /** Id of the event: `aud_` and 32 lower-case hex digits. */
  id?: string | undefined;
  /** When the change was made. ISO 8601, UTC, milliseconds. */
  createdAt?: string | undefined;
  /** Who made the change; `operator`: a command on the server, `service`: the service itself. */
  actorKind?: 'user' | 'api_key' | 'oauth_client' | 'operator' | 'service' | undefined;
  /** Id of the user, the key or the client: a prefix and 32 hex digits. */
  actorId?: string | undefined;
  /** The user whose act it counts as. */
  userId?: string | undefined;
  /** From where. At most 64 characters. */
  ip?: string | undefined;
  /** `X-Request-Id` of the call, 1 to 128 characters. */
  requestId?: string | undefined;
  /**
   * Kind of the subject, a dot and what was done: `session.created`, `session.ended`, `profile.updated`,
   * `user.password_changed`, `user.created`, `user.updated`, `user.disabled`, `user.enabled`,
   * `user.password_reset`, `user.requests_redacted`, `api_key.created`, `api_key.revoked`,
   * `oauth_client.created`, `oauth_client.updated`, `oauth_client.secret_rotated`, `oauth_client.disabled`,
   * `oauth_client.enabled`, `oauth_client.deleted`, `consent.given`, `consent.ended`, `app.created`,
   * `app.updated`, `app.secret_rotated`, `app.secret_replaced`, `app.secret_resealed`, `app.disabled`,
   * `app.enabled`, `app.user_redacted`, `webhook.created`, `webhook.updated`, `webhook.disabled`,
   * `webhook.enabled`, `webhook.secret_rotated`, `webhook.secret_resealed`, `webhook.deleted`,
   * `webhook.delivery_retried`, `webhook.replay_begun`, `intent.submitted`, `intent.cancel_requested`,
   * `intent.cancelled`, `intent.archived`, `intent.unarchived`, `intent.deleted`, `supplier.created`,
   * `supplier.updated`, `supplier.deleted`, `contract.created`, `contract.updated`, `contract.deleted`,
   * `contract.activated`, `contract.terminated`, `purchase_request.created`, `purchase_request.updated`,
   * `purchase_request.approved`, `purchase_request.rejected`, `purchase_request.withdrawn`,
   * `order.cancel_requested`. A later version may add actions: ignore those that you do not know.
   */
  action?: string | undefined;
  /** Id of what was changed: a prefix and 32 hex digits. */
  subjectId?: string | undefined;
  /** What it was before, without secrets. */
  before?: Record<string, unknown> | undefined;
  /** What it was afterwards, without secrets. */
  after?: Record<string, unknown> | undefined;
}

/** A client to register. */
export interface CreateOAuthClientBody {
  /** What people see when they are asked. 1 to 100 characters. */
  name: string;
  /** What the holder may do. `admin` implies all, `write:` does not imply `read:`. */
  scopes: Scope[];
  /** How the client gets tokens. */
  grantTypes: GrantType[];
  /** Where browsers return to with a code; compared as text, but for the port of a loopback address. */
  redirectUris?: string[] | undefined;
  /** An app on devices, which cannot keep a secret. Default false. */
  isPublic?: boolean | undefined;
}

/** The client with its new secret. */
export interface IssuedOAuthClient {
  /** Id of the client: `cli_` and 32 lower-case hex digits. */
  id: string;
  /** What people see when they are asked, 1 to 100 characters. */
  name: string;
  /** What the holder may do. */
  scopes: Scope[];
  /** How the client gets tokens. */
  grantTypes: GrantType[];
  /** Where browsers return to with a code. */
  redirectUris: string[];
  /** Whether it is an app on devices, without a secret. */
  isPublic: boolean;
  /** The user as whose calls those of the client itself count. None: an operator made it. */
  userId?: string | undefined;
  /** Until when the secret before the current one still works. ISO 8601, UTC, milliseconds. */
  previousSecretUntil?: string | undefined;
  /** Since when the client and all its tokens are refused. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** When the client was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the client was last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
  /**
   * The secret of a confidential client, 46 characters, in this answer alone: it is not stored. A repeated
   * create has it no more.
   */
  secret?: string | undefined;
}

/** Filters, order and page of a list. */
export interface ListOAuthClientsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only clients created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only clients created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, name, scopes, grantTypes, redirectUris,
   * isPublic, userId, previousSecretUntil, disabledAt, createdAt, updatedAt, version. `id` always comes.
   * Default: id, name, scopes, grantTypes, redirectUris, isPublic, userId, previousSecretUntil, disabledAt,
   * createdAt, updatedAt, version.
   */
  fields?: string | undefined;
  /** Only clients whose `name` is exactly this. 1 to 100 characters. */
  'filter[name]'?: string | undefined;
  /** Only clients whose `name` is one of these, at most 100, separated by commas. */
  'filter[name][in]'?: string | undefined;
  /**
   * Only clients whose `name` contains this text; case is ignored, and there are no wildcards. 1 to 100
   * characters.
   */
  'filter[name][like]'?: string | undefined;
  /** Only clients whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only clients whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /**
   * Only clients whose `disabledAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[disabledAt]'?: string | undefined;
  /**
   * Only clients whose `disabledAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[disabledAt][in]'?: string | undefined;
  /**
   * Only clients whose `disabledAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[disabledAt][gte]'?: string | undefined;
  /**
   * Only clients whose `disabledAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[disabledAt][lte]'?: string | undefined;
  /**
   * Only clients whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only clients whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only clients whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only clients whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only clients whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only clients whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only clients whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only clients whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/** A program that gets tokens from the authorization server. */
export interface OAuthClient {
  /** Id of the client: `cli_` and 32 lower-case hex digits. */
  id: string;
  /** What people see when they are asked, 1 to 100 characters. */
  name: string;
  /** What the holder may do. */
  scopes: Scope[];
  /** How the client gets tokens. */
  grantTypes: GrantType[];
  /** Where browsers return to with a code. */
  redirectUris: string[];
  /** Whether it is an app on devices, without a secret. */
  isPublic: boolean;
  /** The user as whose calls those of the client itself count. None: an operator made it. */
  userId?: string | undefined;
  /** Until when the secret before the current one still works. ISO 8601, UTC, milliseconds. */
  previousSecretUntil?: string | undefined;
  /** Since when the client and all its tokens are refused. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** When the client was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the client was last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** The fields to change; a field that is left out keeps its value. */
export interface UpdateOAuthClientBody {
  /** What people see when they are asked. 1 to 100 characters. */
  name?: string | undefined;
  /** What the holder may do. `admin` implies all, `write:` does not imply `read:`. */
  scopes?: Scope[] | undefined;
  /** How the client gets tokens. */
  grantTypes?: GrantType[] | undefined;
  /** Where browsers return to with a code; compared as text, but for the port of a loopback address. */
  redirectUris?: string[] | undefined;
}

/** How to change over to the new secret. */
export interface RotateSecretBody {
  /** How long the old secret still works, in seconds. Default 86400. 0 to 2592000. */
  overlapSeconds?: number | undefined;
}

/** Filters, order and page of a list. */
export interface ListConsentsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only consents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only consents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, userId, clientId, clientName, scopes,
   * lastUsedAt, createdAt. `id` always comes. Default: id, userId, clientId, clientName, scopes, lastUsedAt,
   * createdAt.
   */
  fields?: string | undefined;
  /** Only consents whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only consents whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only consents whose `clientId` is exactly this. 1 to 64 characters. */
  'filter[clientId]'?: string | undefined;
  /** Only consents whose `clientId` is one of these, at most 100, separated by commas. */
  'filter[clientId][in]'?: string | undefined;
  /** Only consents whose `clientName` is exactly this. 1 to 100 characters. */
  'filter[clientName]'?: string | undefined;
  /** Only consents whose `clientName` is one of these, at most 100, separated by commas. */
  'filter[clientName][in]'?: string | undefined;
  /**
   * Only consents whose `clientName` contains this text; case is ignored, and there are no wildcards. 1 to
   * 100 characters.
   */
  'filter[clientName][like]'?: string | undefined;
  /**
   * Only consents whose `lastUsedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[lastUsedAt]'?: string | undefined;
  /**
   * Only consents whose `lastUsedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[lastUsedAt][in]'?: string | undefined;
  /**
   * Only consents whose `lastUsedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[lastUsedAt][gte]'?: string | undefined;
  /**
   * Only consents whose `lastUsedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[lastUsedAt][lte]'?: string | undefined;
  /**
   * Only consents whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only consents whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only consents whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only consents whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
}

/** One page of items. */
export interface ConsentPage {
  /** The items of this page, possibly none. */
  items: ConsentItem[];
  /** Number of matching records on all pages. */
  total: number;
  /** Number of this page, from 1. */
  page: number;
  /** Maximum number of items on a page, 1 to 100. */
  pageSize: number;
  /** Number of pages; 0 when nothing matches. */
  totalPages: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

export interface ConsentItem {
  /** Id of the consent: `gra_` and 32 lower-case hex digits. */
  id?: string | undefined;
  /** The person who has consented. */
  userId?: string | undefined;
  /** Id of the client: `cli_` and 32 lower-case hex digits. */
  clientId?: string | undefined;
  /** Name of the client, 1 to 100 characters. */
  clientName?: string | undefined;
  /** What the holder may do. */
  scopes?: Scope[] | undefined;
  /** When a token of it was last used, to the minute. ISO 8601, UTC, milliseconds. */
  lastUsedAt?: string | undefined;
  /** When the person consented. ISO 8601, UTC, milliseconds. */
  createdAt?: string | undefined;
}

/** An App to register; by default with `intents:read` and `intents:write`. */
export interface CreateAppBody {
  /** A name that no other App has. 1 to 100 characters. */
  name: string;
  /**
   * What the App may do on the signed side. `intents:read`: read intents, their timelines and the feed of
   * events. `intents:write`: create, submit, update, label, cancel and delete intents. `webhooks:read`: read
   * webhook endpoints and their deliveries. `webhooks:write`: create, change, test and delete webhook
   * endpoints, and send deliveries again. `intents:draft`: create, update and delete drafts, and submit none.
   */
  permissions?: Permission[] | undefined;
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList?: string[] | undefined;
  /** How many days after its end an intent is archived by itself, 1 to 3650; null: never. */
  archiveAfterDays?: number | null | undefined;
}

/** The App with its new secret. */
export interface IssuedApp {
  /** Id of the App: 1 to 64 characters, each a letter, a digit, `_` or `-`. */
  id: string;
  /** Its name, 1 to 100 characters. */
  name: string;
  /**
   * What the App may do on the signed side. `intents:read`: read intents, their timelines and the feed of
   * events. `intents:write`: create, submit, update, label, cancel and delete intents. `webhooks:read`: read
   * webhook endpoints and their deliveries. `webhooks:write`: create, change, test and delete webhook
   * endpoints, and send deliveries again. `intents:draft`: create, update and delete drafts, and submit none.
   */
  permissions: Permission[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList: string[];
  /** How many days after its end an intent is archived by itself, 1 to 3650; absent: never. 1 to 3650. */
  archiveAfterDays?: number | undefined;
  /** Since when the App is refused. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** When the App was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the App or its secret was last changed. ISO 8601, UTC, milliseconds. */
  updatedAt?: string | undefined;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
  /**
   * The secret that the App signs with, 43 characters, in this answer alone. A repeated create has it no
   * more.
   */
  secret?: string | undefined;
}

/** Filters, order and page of a list. */
export interface ListAppsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only apps created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means the
   * start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only apps created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means
   * the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, name, permissions, ipAllowList,
   * archiveAfterDays, disabledAt, createdAt, updatedAt, version. `id` always comes. Default: id, name,
   * permissions, ipAllowList, archiveAfterDays, disabledAt, createdAt, updatedAt, version.
   */
  fields?: string | undefined;
  /** Only apps whose `name` is exactly this. 1 to 100 characters. */
  'filter[name]'?: string | undefined;
  /** Only apps whose `name` is one of these, at most 100, separated by commas. */
  'filter[name][in]'?: string | undefined;
  /**
   * Only apps whose `name` contains this text; case is ignored, and there are no wildcards. 1 to 100
   * characters.
   */
  'filter[name][like]'?: string | undefined;
  /**
   * Only apps whose `disabledAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[disabledAt]'?: string | undefined;
  /**
   * Only apps whose `disabledAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[disabledAt][in]'?: string | undefined;
  /**
   * Only apps whose `disabledAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[disabledAt][gte]'?: string | undefined;
  /**
   * Only apps whose `disabledAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[disabledAt][lte]'?: string | undefined;
  /**
   * Only apps whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only apps whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless it
   * has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only apps whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only apps whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only apps whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only apps whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless it
   * has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only apps whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only apps whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/** A client system that signs its calls. */
export interface App {
  /** Id of the App: 1 to 64 characters, each a letter, a digit, `_` or `-`. */
  id: string;
  /** Its name, 1 to 100 characters. */
  name: string;
  /**
   * What the App may do on the signed side. `intents:read`: read intents, their timelines and the feed of
   * events. `intents:write`: create, submit, update, label, cancel and delete intents. `webhooks:read`: read
   * webhook endpoints and their deliveries. `webhooks:write`: create, change, test and delete webhook
   * endpoints, and send deliveries again. `intents:draft`: create, update and delete drafts, and submit none.
   */
  permissions: Permission[];
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList: string[];
  /** How many days after its end an intent is archived by itself, 1 to 3650; absent: never. 1 to 3650. */
  archiveAfterDays?: number | undefined;
  /** Since when the App is refused. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** When the App was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the App or its secret was last changed. ISO 8601, UTC, milliseconds. */
  updatedAt?: string | undefined;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** The fields to change; a field that is left out keeps its value. */
export interface UpdateAppBody {
  /** A name that no other App has. 1 to 100 characters. */
  name?: string | undefined;
  /**
   * What the App may do on the signed side. `intents:read`: read intents, their timelines and the feed of
   * events. `intents:write`: create, submit, update, label, cancel and delete intents. `webhooks:read`: read
   * webhook endpoints and their deliveries. `webhooks:write`: create, change, test and delete webhook
   * endpoints, and send deliveries again. `intents:draft`: create, update and delete drafts, and submit none.
   */
  permissions?: Permission[] | undefined;
  /** Addresses and CIDR ranges that may call; empty allows every address. */
  ipAllowList?: string[] | undefined;
  /** How many days after its end an intent is archived by itself, 1 to 3650; null: never. */
  archiveAfterDays?: number | null | undefined;
}

/** What an App has called lately. */
export interface AppUsage {
  /** When the calls were counted. ISO 8601, UTC, milliseconds. */
  at: string;
  /**
   * When a call with a valid signature last came, to the minute; absent: none came yet. ISO 8601, UTC,
   * milliseconds.
   */
  lastUsedAt?: string | undefined;
  /**
   * Signed calls that named the App, refused ones included. Anybody can name it: calls without a valid
   * signature need not be its own.
   */
  requests: number;
  /** Those of them that were refused, by error, the most frequent first. */
  refusals: RefusalCount[];
}

/** How often calls were refused with one error. */
export interface RefusalCount {
  /**
   * Name of the error, as in `X-Error-Name`, at most 64 characters. A later release may have names that this
   * one does not know.
   */
  error: string;
  /** Calls that were refused with it. */
  count: number;
}

/** A request whose signature was refused. */
export interface CheckSignatureBody {
  /** The HTTP method as the client sent it. */
  method: string;
  /** Path and query, as on the request line. */
  path: string;
  /** The value of `X-Timestamp`. */
  timestamp: string;
  /** The value of `X-Signature`. */
  signature: string;
  /** The body as sent; empty or left out without one. */
  body?: string | undefined;
  /** The text that the client has signed, if you can print it: tells a wrong text from a wrong secret. */
  signedText?: string | undefined;
}

/** What is wrong with a signature. It never holds one. */
export interface SignatureCheck {
  /** Whether the signature is right. */
  isValid: boolean;
  /**
   * What the service signs: method, path, timestamp and body without separators, with the characters of all
   * four.
   */
  expectedText: string;
  /**
   * The fewest known mistakes that explain the signature, each in words; empty when it is right, or when none
   * does: then the secret is probably another one.
   */
  mistakes: string[];
  /** Why the service refuses the request whatever its signature, each in words; usually none. */
  faults: string[];
  /**
   * Whether the signature is that of `signedText` with a secret of the App; only when `signedText` was sent.
   */
  isSecretRight?: boolean | undefined;
  /**
   * The place of the first character in which `signedText` differs from `expectedText`, in characters of
   * UTF-16 from 0; only when they differ.
   */
  differsAt?: number | undefined;
}

/** What stands, at one glance. */
export interface Dashboard {
  /** When the counts were read. ISO 8601, UTC, milliseconds. */
  at: string;
  /** The intents of all Apps by status. */
  intents: IntentCounts;
  /** Purchase requests that nobody has decided about. */
  pendingRequests: number;
  /** The Apps. */
  apps: AppCounts;
  /** What waits for the workers. */
  queue: QueueDepth;
  /** The platforms that the answering process is connected to. */
  platforms: PlatformHealth[];
}

/** The intents of all Apps by status. */
export interface IntentCounts {
  /** Intents that are DRAFT. */
  DRAFT: number;
  /** Intents that are SUBMITTED. */
  SUBMITTED: number;
  /** Intents that are PROCESSING. */
  PROCESSING: number;
  /** Intents that are COMPLETED. */
  COMPLETED: number;
  /** Intents that are FAILED. */
  FAILED: number;
  /** Intents that are CANCELLED. */
  CANCELLED: number;
}

/** The Apps. */
export interface AppCounts {
  /** Apps that may call. */
  enabled: number;
  /** Apps that are refused. */
  disabled: number;
}

/** What waits for the workers. */
export interface QueueDepth {
  /** Intents that are due and have no job yet. Counted up to 10,000. */
  due: number;
  /** Jobs of intents that no worker has begun. Counted up to 10,000. */
  waiting: number;
  /** Jobs of intents that a worker is at. */
  active: number;
  /**
   * Jobs of intents that failed on every attempt and wait for an operator, who has `npm run jobs`. Counted up
   * to 10,000.
   */
  dead: number;
}

/** How a platform has answered lately. */
export interface PlatformHealth {
  /** The platform. */
  platform: Platform;
  /** Calls to its gateway and its pages in the last 5 minutes, of all processes. */
  calls: number;
  /** Calls among them that had no usable answer. */
  failures: number;
  /** Calls that breakers stop, as of the last 30 s; empty: none. */
  stopped: StoppedCalls[];
}

/** Calls of one kind that a breaker stops. */
export interface StoppedCalls {
  /**
   * The kind of calls, at most 16 characters: `page` reads product pages for purchases; `place`, `find`,
   * `get`, `cancel` and `list` are calls to the gateway.
   */
  call: string;
  /**
   * The worst of all processes and Apps. `open`: calls are stopped, because most of the last ones failed;
   * `half-open`: one is tried.
   */
  state: 'half-open' | 'open';
  /** Processes that have stopped calls of this kind, for one App or more. */
  processes: number;
}

/** Filters, order and page of a list. */
export interface ListCompanyIntentsQuery {
  /** Without archived intents (`false`), of those alone (`true`), or of all (`any`); default `false`. */
  archived?: 'false' | 'true' | 'any' | undefined;
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only intents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only intents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | 'price' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of appId, id, userId, platform, productUrl, title,
   * price, quantity, totalAmount, recipientName, address, phone, remarks, labels, status, statusMessage,
   * failureReason, failureCode, trackingNumber, trackingCompany, orderId, orderStatus, parcels, amountPaid,
   * refunded, cancellationFee, createdAt, updatedAt, submittedAt, completedAt, cancelledAt, archivedAt,
   * version, idempotencyKey. `id` always comes. Default: appId, id, userId, platform, title, price, quantity,
   * totalAmount, status, createdAt, updatedAt.
   */
  fields?: string | undefined;
  /** Only intents whose `appId` is exactly this. 1 to 64 characters. */
  'filter[appId]'?: string | undefined;
  /** Only intents whose `appId` is one of these, at most 100, separated by commas. */
  'filter[appId][in]'?: string | undefined;
  /** Only intents whose `status` is exactly this. */
  'filter[status]'?: IntentStatus | undefined;
  /** Only intents whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only intents whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only intents whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only intents whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only intents whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only intents whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only intents whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only intents whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only intents whose `price` is exactly this. Yuan, at most 2 decimals. */
  'filter[price]'?: number | undefined;
  /**
   * Only intents whose `price` is one of these, at most 100, separated by commas. Yuan, at most 2 decimals.
   */
  'filter[price][in]'?: string | undefined;
  /** Only intents whose `price` is this or more. Yuan, at most 2 decimals. */
  'filter[price][gte]'?: number | undefined;
  /** Only intents whose `price` is this or less. Yuan, at most 2 decimals. */
  'filter[price][lte]'?: number | undefined;
  /** Only intents whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only intents whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only intents whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only intents whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only intents whose `totalAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[totalAmount]'?: number | undefined;
  /**
   * Only intents whose `totalAmount` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[totalAmount][in]'?: string | undefined;
  /** Only intents whose `totalAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[totalAmount][gte]'?: number | undefined;
  /** Only intents whose `totalAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[totalAmount][lte]'?: number | undefined;
  /**
   * Only intents whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[submittedAt]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[submittedAt][in]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[completedAt]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[completedAt][in]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][lte]'?: string | undefined;
  /** Only intents whose `idempotencyKey` is exactly this. */
  'filter[idempotencyKey]'?: string | undefined;
  /**
   * Only intents whose `idempotencyKey` is one of these, at most 100, separated by commas. A key with a comma
   * in it is found only by the filter without `[in]`.
   */
  'filter[idempotencyKey][in]'?: string | undefined;
}

/** A purchase intent of any App, in its current state. */
export interface CompanyIntent {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Your own id of the person whose purchase it is. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** Title of the product. */
  title: string;
  /** Unit price, in yuan. */
  price: number;
  /** How many pieces, 1 to 999999. */
  quantity: number;
  /** Price times quantity, in yuan. */
  totalAmount: number;
  /** Who receives the delivery. */
  recipientName: string;
  /** Where the delivery goes. */
  address: string;
  /** Mobile number with its middle masked. */
  phone: string;
  /** Free text for the order. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them. Absent
   * without any.
   */
  labels?: Record<string, string> | undefined;
  /** The current status. */
  status: IntentStatus;
  /** The status in words. */
  statusMessage: string;
  /** Only when FAILED: code, colon, text. */
  failureReason?: string | undefined;
  /** Only when FAILED: the code alone. */
  failureCode?: FailureCode | undefined;
  /** The carrier's number of the parcel, once it is known. */
  trackingNumber?: string | undefined;
  /** The carrier, once it is known. */
  trackingCompany?: string | undefined;
  /** Order number on the platform, once placed; always there when COMPLETED. */
  orderId?: string | undefined;
  /**
   * Status of the order on the platform, once there is one. It can change after the intent has ended: a shop
   * may still cancel the order of a COMPLETED intent.
   */
  orderStatus?: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | undefined;
  /** All parcels of the order, in the order in which they left; absent before the first. */
  parcels?: Parcel[] | undefined;
  /**
   * Total that the platform charged, once it has confirmed the order, or ended it and refunded less; earlier
   * when it is more than `totalAmount`. Of an order that was cancelled for the service only `cancellationFee`
   * was kept, in yuan.
   */
  amountPaid?: number | undefined;
  /** Amount that the platform has refunded, once it has, in yuan. */
  refunded?: number | undefined;
  /** What the platform charged for cancelling, only if it did, in yuan. */
  cancellationFee?: number | undefined;
  /** When the intent was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** When the intent was submitted; absent while it is a draft. ISO 8601, UTC, milliseconds. */
  submittedAt?: string | undefined;
  /** When the purchase was completed; only when COMPLETED. ISO 8601, UTC, milliseconds. */
  completedAt?: string | undefined;
  /** When the intent was cancelled; only when CANCELLED. ISO 8601, UTC, milliseconds. */
  cancelledAt?: string | undefined;
  /** When the intent was archived; only while it is. ISO 8601, UTC, milliseconds. */
  archivedAt?: string | undefined;
  /** Counts the visible changes, from 1. */
  version: number;
  /** The App whose intent it is; `app_procurement` for purchase requests. At most 64 characters. */
  appId: string;
  /** The caller's `Idempotency-Key` of the create, 1 to 255 characters; absent when none was sent. */
  idempotencyKey?: string | undefined;
}

/** Filters and fields of an export of the intents of all Apps, and where it begins. */
export interface ExportCompanyIntentsQuery {
  /** Without archived intents (`false`), of those alone (`true`), or of all (`any`); default `false`. */
  archived?: 'false' | 'true' | 'any' | undefined;
  /**
   * Only intents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only intents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** Only intents whose `appId` is exactly this. 1 to 64 characters. */
  'filter[appId]'?: string | undefined;
  /** Only intents whose `appId` is one of these, at most 100, separated by commas. */
  'filter[appId][in]'?: string | undefined;
  /** Only intents whose `status` is exactly this. */
  'filter[status]'?: IntentStatus | undefined;
  /** Only intents whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only intents whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only intents whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only intents whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only intents whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only intents whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only intents whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only intents whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only intents whose `price` is exactly this. Yuan, at most 2 decimals. */
  'filter[price]'?: number | undefined;
  /**
   * Only intents whose `price` is one of these, at most 100, separated by commas. Yuan, at most 2 decimals.
   */
  'filter[price][in]'?: string | undefined;
  /** Only intents whose `price` is this or more. Yuan, at most 2 decimals. */
  'filter[price][gte]'?: number | undefined;
  /** Only intents whose `price` is this or less. Yuan, at most 2 decimals. */
  'filter[price][lte]'?: number | undefined;
  /** Only intents whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only intents whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only intents whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only intents whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only intents whose `totalAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[totalAmount]'?: number | undefined;
  /**
   * Only intents whose `totalAmount` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[totalAmount][in]'?: string | undefined;
  /** Only intents whose `totalAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[totalAmount][gte]'?: number | undefined;
  /** Only intents whose `totalAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[totalAmount][lte]'?: number | undefined;
  /**
   * Only intents whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[submittedAt]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[submittedAt][in]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[completedAt]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[completedAt][in]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][lte]'?: string | undefined;
  /** Only intents whose `idempotencyKey` is exactly this. */
  'filter[idempotencyKey]'?: string | undefined;
  /**
   * Only intents whose `idempotencyKey` is one of these, at most 100, separated by commas. A key with a comma
   * in it is found only by the filter without `[in]`.
   */
  'filter[idempotencyKey][in]'?: string | undefined;
  /**
   * Which fields the lines have, separated by commas: of appId, id, userId, platform, productUrl, title,
   * price, quantity, totalAmount, recipientName, address, phone, remarks, labels, status, statusMessage,
   * failureReason, failureCode, trackingNumber, trackingCompany, orderId, orderStatus, parcels, amountPaid,
   * refunded, cancellationFee, createdAt, updatedAt, submittedAt, completedAt, cancelledAt, archivedAt,
   * version, idempotencyKey. `id` and `createdAt` always come. Default: all.
   */
  fields?: string | undefined;
  /**
   * Go on behind this line of an export that was cut: its `createdAt` and `id` with a comma between them, 61
   * characters. The intent need not exist any more.
   */
  after?: string | undefined;
}

/** A shop that the company buys from. */
export interface CreateSupplierBody {
  /** Name of the supplier. 1 to 100 characters. */
  name: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /**
   * What the addresses of its product pages begin with, by whole segments of the path. The shops of two
   * suppliers never overlap.
   */
  shopUrl: string;
  /** Whom to talk to. 1 to 50 characters. */
  contactName?: string | undefined;
  /** How to reach the contact. 3 to 30 characters. */
  contactPhone?: string | undefined;
  /** Default `ACTIVE`. */
  status?: SupplierStatus | undefined;
}

/** A shop that the company buys from. */
export interface Supplier {
  /** Id of the supplier: `sup_` and 32 lower-case hex digits. */
  id: string;
  /** Name of the supplier, at most 100 characters. */
  name: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** What the addresses of its product pages begin with, at most 2048 characters. */
  shopUrl: string;
  /** Whom to talk to, at most 50 characters. */
  contactName?: string | undefined;
  /** How to reach the contact, at most 30 characters. */
  contactPhone?: string | undefined;
  /** Nothing is bought from a BLOCKED supplier, whoever asks. */
  status: SupplierStatus;
  /** When it was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When it last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** Filters, order and page of a list. */
export interface ListSuppliersQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only suppliers created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone
   * means the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only suppliers created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, name, platform, shopUrl, contactName,
   * contactPhone, status, createdAt, updatedAt, version. `id` always comes. Default: id, name, platform,
   * shopUrl, contactName, contactPhone, status, createdAt, updatedAt, version.
   */
  fields?: string | undefined;
  /** Only suppliers whose `name` is exactly this. 1 to 100 characters. */
  'filter[name]'?: string | undefined;
  /** Only suppliers whose `name` is one of these, at most 100, separated by commas. */
  'filter[name][in]'?: string | undefined;
  /**
   * Only suppliers whose `name` contains this text; case is ignored, and there are no wildcards. 1 to 100
   * characters.
   */
  'filter[name][like]'?: string | undefined;
  /** Only suppliers whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only suppliers whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only suppliers whose `shopUrl` is exactly this. 1 to 2048 characters. */
  'filter[shopUrl]'?: string | undefined;
  /** Only suppliers whose `shopUrl` is one of these, at most 100, separated by commas. */
  'filter[shopUrl][in]'?: string | undefined;
  /**
   * Only suppliers whose `shopUrl` contains this text; case is ignored, and there are no wildcards. 1 to 2048
   * characters.
   */
  'filter[shopUrl][like]'?: string | undefined;
  /** Only suppliers whose `contactName` is exactly this. 1 to 50 characters. */
  'filter[contactName]'?: string | undefined;
  /** Only suppliers whose `contactName` is one of these, at most 100, separated by commas. */
  'filter[contactName][in]'?: string | undefined;
  /**
   * Only suppliers whose `contactName` contains this text; case is ignored, and there are no wildcards. 1 to
   * 50 characters.
   */
  'filter[contactName][like]'?: string | undefined;
  /** Only suppliers whose `contactPhone` is exactly this. 3 to 30 characters. */
  'filter[contactPhone]'?: string | undefined;
  /** Only suppliers whose `contactPhone` is one of these, at most 100, separated by commas. */
  'filter[contactPhone][in]'?: string | undefined;
  /** Only suppliers whose `status` is exactly this. */
  'filter[status]'?: SupplierStatus | undefined;
  /** Only suppliers whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /**
   * Only suppliers whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only suppliers whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only suppliers whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only suppliers whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only suppliers whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only suppliers whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only suppliers whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only suppliers whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/** The fields to change; a field that is left out keeps its value, `null` removes a contact. */
export interface UpdateSupplierBody {
  /** Name of the supplier. 1 to 100 characters. */
  name?: string | undefined;
  /**
   * What the addresses of its product pages begin with, by whole segments of the path. The shops of two
   * suppliers never overlap.
   */
  shopUrl?: string | undefined;
  /** Whom to talk to, at most 50 characters; null for nobody. */
  contactName?: string | null | undefined;
  /** How to reach the contact, 3 to 30 characters; null for no number. */
  contactPhone?: string | null | undefined;
  /** Nothing is bought from a BLOCKED supplier, whoever asks. */
  status?: SupplierStatus | undefined;
}

/** A price agreement with a supplier. It begins as DRAFT. */
export interface CreateContractBody {
  /** Id of the supplier: `sup_` and 32 lower-case hex digits. */
  supplierId: string;
  /** Title of the contract. 1 to 200 characters. */
  title: string;
  /** The first day, a day of UTC. */
  validFrom: string;
  /** The last day, a day of UTC. */
  validTo: string;
  /** The most that all requests together may cost, in yuan, at most 2 decimals. 0.01 to 99999999999.99. */
  maxAmount?: number | undefined;
  /** The products that the contract covers, each once. */
  lines: ContractLineBody[];
}

/** A product that the contract covers. */
export interface ContractLineBody {
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** The highest price of one piece, in yuan. 0.01 to 99999999.99. */
  maxUnitPrice: number;
  /** The most pieces of all requests together. 1 to 999999. */
  maxQuantity?: number | undefined;
}

/** A price agreement with a supplier. */
export interface Contract {
  /** Id of the contract: `con_` and 32 lower-case hex digits. */
  id: string;
  /** Id of the supplier: `sup_` and 32 lower-case hex digits. */
  supplierId: string;
  /** Title of the contract. */
  title: string;
  /** The first day, a day of UTC. */
  validFrom: string;
  /** The last day, a day of UTC. */
  validTo: string;
  /**
   * Requests are held to an ACTIVE contract. A DRAFT can be changed; after its last day a contract is
   * EXPIRED.
   */
  status: ContractStatus;
  /** The most that all requests together may cost; absent without a ceiling, in yuan, from 0. */
  maxAmount?: number | undefined;
  /** The products that the contract covers. */
  lines: ContractLine[];
  /** What approved requests will cost that are not ordered yet, in yuan, from 0. */
  reserved: number;
  /**
   * What ordered requests have cost, and what failed and cancelled ones have cost all the same, in yuan, from
   * 0.
   */
  spent: number;
  /** When it was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When it last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** A product that a contract covers. */
export interface ContractLine {
  /** Address of the product's page. */
  productUrl: string;
  /** The highest price of one piece, in yuan, from 0. */
  maxUnitPrice: number;
  /** The most pieces of all requests together, at least 1; absent without a ceiling. */
  maxQuantity?: number | undefined;
}

/** Filters, order and page of a list. */
export interface ListContractsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only contracts created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone
   * means the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only contracts created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, supplierId, title, validFrom, validTo, status,
   * maxAmount, lines, reserved, spent, createdAt, updatedAt, version. `id` always comes. Default: id,
   * supplierId, title, validFrom, validTo, status, maxAmount, reserved, spent, createdAt, updatedAt, version.
   */
  fields?: string | undefined;
  /** Only contracts whose `supplierId` is exactly this. */
  'filter[supplierId]'?: string | undefined;
  /** Only contracts whose `supplierId` is one of these, at most 100, separated by commas. */
  'filter[supplierId][in]'?: string | undefined;
  /** Only contracts whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only contracts whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only contracts whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /**
   * Only contracts whose `validFrom` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[validFrom]'?: string | undefined;
  /**
   * Only contracts whose `validFrom` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[validFrom][in]'?: string | undefined;
  /**
   * Only contracts whose `validFrom` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[validFrom][gte]'?: string | undefined;
  /**
   * Only contracts whose `validFrom` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[validFrom][lte]'?: string | undefined;
  /**
   * Only contracts whose `validTo` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[validTo]'?: string | undefined;
  /**
   * Only contracts whose `validTo` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[validTo][in]'?: string | undefined;
  /**
   * Only contracts whose `validTo` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[validTo][gte]'?: string | undefined;
  /**
   * Only contracts whose `validTo` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[validTo][lte]'?: string | undefined;
  /** Only contracts whose `status` is exactly this. */
  'filter[status]'?: ContractStatus | undefined;
  /** Only contracts whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only contracts whose `maxAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[maxAmount]'?: number | undefined;
  /**
   * Only contracts whose `maxAmount` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[maxAmount][in]'?: string | undefined;
  /** Only contracts whose `maxAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[maxAmount][gte]'?: number | undefined;
  /** Only contracts whose `maxAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[maxAmount][lte]'?: number | undefined;
  /** Only contracts whose `reserved` is exactly this. Yuan, at most 2 decimals. */
  'filter[reserved]'?: number | undefined;
  /**
   * Only contracts whose `reserved` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[reserved][in]'?: string | undefined;
  /** Only contracts whose `reserved` is this or more. Yuan, at most 2 decimals. */
  'filter[reserved][gte]'?: number | undefined;
  /** Only contracts whose `reserved` is this or less. Yuan, at most 2 decimals. */
  'filter[reserved][lte]'?: number | undefined;
  /** Only contracts whose `spent` is exactly this. Yuan, at most 2 decimals. */
  'filter[spent]'?: number | undefined;
  /**
   * Only contracts whose `spent` is one of these, at most 100, separated by commas. Yuan, at most 2 decimals.
   */
  'filter[spent][in]'?: string | undefined;
  /** Only contracts whose `spent` is this or more. Yuan, at most 2 decimals. */
  'filter[spent][gte]'?: number | undefined;
  /** Only contracts whose `spent` is this or less. Yuan, at most 2 decimals. */
  'filter[spent][lte]'?: number | undefined;
  /**
   * Only contracts whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only contracts whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only contracts whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only contracts whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only contracts whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only contracts whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only contracts whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only contracts whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/**
 * The fields to change; a field that is left out keeps its value, `null` removes the ceiling. `lines`
 * replaces all of them.
 */
export interface UpdateContractBody {
  /** Title of the contract. 1 to 200 characters. */
  title?: string | undefined;
  /** The first day, a day of UTC. */
  validFrom?: string | undefined;
  /** The last day, a day of UTC. */
  validTo?: string | undefined;
  /** The most that all requests together may cost, in yuan, at most 2 decimals; null for no ceiling. */
  maxAmount?: number | null | undefined;
  /** The products that the contract covers, each once. */
  lines?: ContractLineBody[] | undefined;
}

/** What is asked for. Price times quantity is at most 99999999999.99 yuan. */
export interface CreateRequestBody {
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** Title of the product. 1 to 200 characters. */
  title: string;
  /** Unit price in yuan, at most 2 decimals. The most that is paid for a piece. 0.01 to 99999999.99. */
  price: number;
  /** How many pieces. 1 to 999999. */
  quantity: number;
  /** Who receives the delivery. 2 to 50 characters. */
  recipientName: string;
  /** Where the delivery goes. 5 to 200 characters. */
  address: string;
  /** Mobile number of the recipient, 11 digits. */
  phone: string;
  /** Why this is needed. 1 to 1000 characters. */
  justification: string;
  /** Free text for the order. 0 to 500 characters. */
  remarks?: string | undefined;
  /** The supplier whose shop has the product. Without it, the service finds the supplier by `productUrl`. */
  supplierId?: string | undefined;
  /** The contract that the request is held to, if any. */
  contractId?: string | undefined;
}

/** Somebody asks to buy. */
export interface PurchaseRequest {
  /** Id of the purchase request: `pr_` and 32 lower-case hex digits. */
  id: string;
  /**
   * A PENDING request waits for a decision. An APPROVED one is being bought; it becomes ORDERED, FAILED or
   * CANCELLED with its intent.
   */
  status: RequestStatus;
  /** Who asks. Of an API key or a client: the person who made it. */
  requestedBy: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page. */
  productUrl: string;
  /** Title of the product. */
  title: string;
  /** Unit price, in yuan, from 0. */
  price: number;
  /** How many pieces. */
  quantity: number;
  /** Price times quantity, in yuan, from 0. */
  totalAmount: number;
  /** Who receives the delivery. */
  recipientName: string;
  /** Where the delivery goes. */
  address: string;
  /** Mobile number with its middle masked. */
  phone: string;
  /** Free text for the order. */
  remarks?: string | undefined;
  /** Why this is needed, at most 1000 characters. */
  justification: string;
  /** The supplier whose shop has the product, if any. */
  supplierId?: string | undefined;
  /** The contract that the request is held to, if any. */
  contractId?: string | undefined;
  /** Who has decided; only after a decision. */
  decidedBy?: string | undefined;
  /** When, ISO 8601 in UTC; only after a decision. */
  decidedAt?: string | undefined;
  /** The note of the decision, or of the withdrawal, if any: at most 500 characters. */
  decisionNote?: string | undefined;
  /** The intent that buys it; from the approval on. */
  intentId?: string | undefined;
  /** Order number on the platform; once there is an order. */
  orderId?: string | undefined;
  /** When it was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When it last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts the changes, from 1; `ETag` carries it. */
  version: number;
}

/** Filters, order and page of a list. */
export interface ListPurchaseRequestsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only purchase requests created at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only purchase requests created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `createdAt`. Ties are broken by id. */
  sortBy?: 'createdAt' | 'updatedAt' | 'price' | 'totalAmount' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, status, requestedBy, platform, productUrl,
   * title, price, quantity, totalAmount, recipientName, address, phone, remarks, justification, supplierId,
   * contractId, decidedBy, decidedAt, decisionNote, intentId, orderId, createdAt, updatedAt, version. `id`
   * always comes. Default: id, status, requestedBy, platform, title, price, quantity, totalAmount,
   * supplierId, contractId, createdAt, updatedAt.
   */
  fields?: string | undefined;
  /** Only purchase requests whose `status` is exactly this. */
  'filter[status]'?: RequestStatus | undefined;
  /** Only purchase requests whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only purchase requests whose `requestedBy` is exactly this. */
  'filter[requestedBy]'?: string | undefined;
  /** Only purchase requests whose `requestedBy` is one of these, at most 100, separated by commas. */
  'filter[requestedBy][in]'?: string | undefined;
  /** Only purchase requests whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only purchase requests whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only purchase requests whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only purchase requests whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only purchase requests whose `title` contains this text; case is ignored, and there are no wildcards. 1
   * to 200 characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only purchase requests whose `price` is exactly this. Yuan, at most 2 decimals. */
  'filter[price]'?: number | undefined;
  /**
   * Only purchase requests whose `price` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[price][in]'?: string | undefined;
  /** Only purchase requests whose `price` is this or more. Yuan, at most 2 decimals. */
  'filter[price][gte]'?: number | undefined;
  /** Only purchase requests whose `price` is this or less. Yuan, at most 2 decimals. */
  'filter[price][lte]'?: number | undefined;
  /** Only purchase requests whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only purchase requests whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only purchase requests whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only purchase requests whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only purchase requests whose `totalAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[totalAmount]'?: number | undefined;
  /**
   * Only purchase requests whose `totalAmount` is one of these, at most 100, separated by commas. Yuan, at
   * most 2 decimals.
   */
  'filter[totalAmount][in]'?: string | undefined;
  /** Only purchase requests whose `totalAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[totalAmount][gte]'?: number | undefined;
  /** Only purchase requests whose `totalAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[totalAmount][lte]'?: number | undefined;
  /** Only purchase requests whose `supplierId` is exactly this. */
  'filter[supplierId]'?: string | undefined;
  /** Only purchase requests whose `supplierId` is one of these, at most 100, separated by commas. */
  'filter[supplierId][in]'?: string | undefined;
  /** Only purchase requests whose `contractId` is exactly this. */
  'filter[contractId]'?: string | undefined;
  /** Only purchase requests whose `contractId` is one of these, at most 100, separated by commas. */
  'filter[contractId][in]'?: string | undefined;
  /** Only purchase requests whose `decidedBy` is exactly this. */
  'filter[decidedBy]'?: string | undefined;
  /** Only purchase requests whose `decidedBy` is one of these, at most 100, separated by commas. */
  'filter[decidedBy][in]'?: string | undefined;
  /**
   * Only purchase requests whose `decidedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[decidedAt]'?: string | undefined;
  /**
   * Only purchase requests whose `decidedAt` is one of these, at most 100, separated by commas. ISO 8601, in
   * UTC unless it has an offset; a date alone means its whole day.
   */
  'filter[decidedAt][in]'?: string | undefined;
  /**
   * Only purchase requests whose `decidedAt` is at this time or later. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[decidedAt][gte]'?: string | undefined;
  /**
   * Only purchase requests whose `decidedAt` is at this time or earlier. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[decidedAt][lte]'?: string | undefined;
  /**
   * Only purchase requests whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only purchase requests whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in
   * UTC unless it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only purchase requests whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only purchase requests whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only purchase requests whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only purchase requests whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in
   * UTC unless it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only purchase requests whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only purchase requests whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an
   * offset; a date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/**
 * The fields to change; a field that is left out keeps its value, `null` removes remarks, supplier or
 * contract.
 */
export interface UpdateRequestBody {
  /** The e-commerce platform to buy on. */
  platform?: Platform | undefined;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl?: string | undefined;
  /** Title of the product. 1 to 200 characters. */
  title?: string | undefined;
  /** Unit price in yuan, at most 2 decimals. The most that is paid for a piece. 0.01 to 99999999.99. */
  price?: number | undefined;
  /** How many pieces. 1 to 999999. */
  quantity?: number | undefined;
  /** Who receives the delivery. 2 to 50 characters. */
  recipientName?: string | undefined;
  /** Where the delivery goes. 5 to 200 characters. */
  address?: string | undefined;
  /** Mobile number of the recipient, 11 digits. */
  phone?: string | undefined;
  /** Why this is needed. 1 to 1000 characters. */
  justification?: string | undefined;
  /** Free text for the order, at most 500 characters; null for none. */
  remarks?: string | null | undefined;
  /** The supplier whose shop has the product, `sup_` and 32 hex digits; null: by `productUrl`. */
  supplierId?: string | null | undefined;
  /** The contract that the request is held to, `con_` and 32 hex digits; null for none. */
  contractId?: string | null | undefined;
}

/** A note that everybody sees who sees the request. */
export interface DecisionBody {
  /** What the decision is founded on. 0 to 500 characters. */
  note?: string | undefined;
}

/** Filters, order and page of a list. */
export interface ListOrdersQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /**
   * Only orders created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only orders created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means
   * the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** What the list is sorted by; default `placedAt`. Ties are broken by id. */
  sortBy?: 'placedAt' | 'updatedAt' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, orderId, intentId, appId, platform, title,
   * quantity, amountPaid, status, isCancellable, trackingNumber, trackingCompany, placedAt, updatedAt. `id`
   * always comes. Default: id, orderId, intentId, appId, platform, title, quantity, amountPaid, status,
   * isCancellable, trackingNumber, trackingCompany, placedAt, updatedAt.
   */
  fields?: string | undefined;
  /** Only orders whose `orderId` is exactly this. 1 to 128 characters. */
  'filter[orderId]'?: string | undefined;
  /** Only orders whose `orderId` is one of these, at most 100, separated by commas. */
  'filter[orderId][in]'?: string | undefined;
  /** Only orders whose `intentId` is exactly this. */
  'filter[intentId]'?: string | undefined;
  /** Only orders whose `intentId` is one of these, at most 100, separated by commas. */
  'filter[intentId][in]'?: string | undefined;
  /** Only orders whose `appId` is exactly this. 1 to 128 characters. */
  'filter[appId]'?: string | undefined;
  /** Only orders whose `appId` is one of these, at most 100, separated by commas. */
  'filter[appId][in]'?: string | undefined;
  /** Only orders whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only orders whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only orders whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only orders whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only orders whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only orders whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only orders whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only orders whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only orders whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only orders whose `amountPaid` is exactly this. Yuan, at most 2 decimals. */
  'filter[amountPaid]'?: number | undefined;
  /**
   * Only orders whose `amountPaid` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[amountPaid][in]'?: string | undefined;
  /** Only orders whose `amountPaid` is this or more. Yuan, at most 2 decimals. */
  'filter[amountPaid][gte]'?: number | undefined;
  /** Only orders whose `amountPaid` is this or less. Yuan, at most 2 decimals. */
  'filter[amountPaid][lte]'?: number | undefined;
  /** Only orders whose `status` is exactly this. */
  'filter[status]'?: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | undefined;
  /** Only orders whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only orders whose `trackingNumber` is exactly this. 1 to 128 characters. */
  'filter[trackingNumber]'?: string | undefined;
  /** Only orders whose `trackingNumber` is one of these, at most 100, separated by commas. */
  'filter[trackingNumber][in]'?: string | undefined;
  /**
   * Only orders whose `placedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[placedAt]'?: string | undefined;
  /**
   * Only orders whose `placedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[placedAt][in]'?: string | undefined;
  /**
   * Only orders whose `placedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[placedAt][gte]'?: string | undefined;
  /**
   * Only orders whose `placedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[placedAt][lte]'?: string | undefined;
  /**
   * Only orders whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only orders whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only orders whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only orders whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
}

/** An order on a platform, whoever asked for it. */
export interface Order {
  /** Id of the order: `ord_` and 32 lower-case hex digits. */
  id: string;
  /** Order number on the platform, 1 to 128 characters. */
  orderId: string;
  /** The intent that bought it. */
  intentId: string;
  /** The App whose intent it is; `app_procurement` for purchase requests. At most 64 characters. */
  appId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Title of the product. */
  title: string;
  /** How many pieces, 1 to 999999. 1 to 999999. */
  quantity: number;
  /** Total that the platform charged, once it has confirmed the order, in yuan, from 0. */
  amountPaid?: number | undefined;
  /** Status of the order on the platform. */
  status: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED';
  /**
   * Whether `cancelOrder` asks the platform now: while the intent is PROCESSING. The platform may still
   * refuse.
   */
  isCancellable: boolean;
  /** The carrier's number of the first parcel, once it is known. Text to show, not to compare. */
  trackingNumber?: string | undefined;
  /** The carrier, once it is known. Text to show, not to compare. */
  trackingCompany?: string | undefined;
  /** When the platform was first known to have the order. ISO 8601, UTC, milliseconds. */
  placedAt: string;
  /** When it last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
}

/** Period and rows of the report. */
export interface SpendReportQuery {
  /**
   * Start of the period; default 30 days before its end. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day. A period has 366 days at most.
   */
  from?: string | undefined;
  /**
   * End of the period, included; default now. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  to?: string | undefined;
  /** What one row stands for; default `platform`. Days and months are those of UTC. */
  groupBy?: 'platform' | 'supplier' | 'user' | 'app' | 'day' | 'month' | undefined;
}

/** What was spent for orders that were placed in a period, whichever App bought. */
export interface SpendReport {
  /** Start of the period. ISO 8601, UTC, milliseconds. */
  from: string;
  /** End of the period, included. ISO 8601, UTC, milliseconds. */
  to: string;
  /** What one row stands for. */
  groupBy: 'platform' | 'supplier' | 'user' | 'app' | 'day' | 'month';
  /** Days and months in their order, other groups by `net`, the largest first. */
  rows: SpendRow[];
  /** The sums over all rows. */
  total: SpendTotal;
}

/** What was spent for one group. */
export interface SpendRow {
  /**
   * Platform, id of supplier, user or App, or day or month, at most 128 characters. Absent for products of no
   * supplier.
   */
  group?: string | undefined;
  /** Name of the supplier, at most 100 characters; only when grouped by supplier. */
  name?: string | undefined;
  /**
   * The App that the user belongs to; at most 64 characters; only when grouped by user. People of the company
   * belong to `app_procurement`.
   */
  appId?: string | undefined;
  /** Orders that were bought. */
  orders: number;
  /** Pieces of these orders. */
  quantity: number;
  /** What the platforms charged for them, in yuan, from 0. */
  paid: number;
  /** What the platforms have paid back of that, in yuan, from 0. */
  refunded: number;
  /**
   * What failed and cancelled purchases have cost all the same: fees, and what a shop has kept, in yuan, from
   * 0.
   */
  fees: number;
  /** `paid` less `refunded`, and `fees`, in yuan, from 0. */
  net: number;
}

/** The sums over all rows. */
export interface SpendTotal {
  /** Orders that were bought. */
  orders: number;
  /** Pieces of these orders. */
  quantity: number;
  /** What the platforms charged for them, in yuan, from 0. */
  paid: number;
  /** What the platforms have paid back of that, in yuan, from 0. */
  refunded: number;
  /**
   * What failed and cancelled purchases have cost all the same: fees, and what a shop has kept, in yuan, from
   * 0.
   */
  fees: number;
  /** `paid` less `refunded`, and `fees`, in yuan, from 0. */
  net: number;
}

/** Period of the report. */
export interface ProcessingReportQuery {
  /**
   * Start of the period; default 30 days before its end. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day. A period has 366 days at most.
   */
  from?: string | undefined;
  /**
   * End of the period, included; default now. ISO 8601, in UTC unless it has an offset; a date alone means
   * its whole day.
   */
  to?: string | undefined;
}

/** What became of the intents that were created in a period, of all Apps. */
export interface ProcessingReport {
  /** Start of the period. ISO 8601, UTC, milliseconds. */
  from: string;
  /** End of the period, included. ISO 8601, UTC, milliseconds. */
  to: string;
  /** All intents of the period but drafts. */
  total: number;
  /** In the order of statuses, then of counts. */
  outcomes: ProcessingOutcome[];
  /** From submission to COMPLETED; absent when none has completed. */
  timeToComplete?: TimeToComplete | undefined;
}

/** How many intents have come to this. */
export interface ProcessingOutcome {
  /** Status now. */
  status: IntentStatus;
  /** Why it failed; only of FAILED ones. */
  failureCode?: FailureCode | undefined;
  /** How many intents. */
  count: number;
}

/** From submission to COMPLETED; absent when none has completed. */
export interface TimeToComplete {
  /** Half were as fast, in milliseconds. */
  p50: number;
  /** 95 % were as fast, in milliseconds. */
  p95: number;
  /** 99 % were as fast, in milliseconds. */
  p99: number;
}

/** Errors that every operation can return. */
export type SharedErrorCode =
  | 'uri_too_long'
  | 'payload_too_large'
  | 'forbidden'
  | 'validation_failed'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'unauthorized'
  | 'token_expired'
  | 'insufficient_scope'
  | 'unsupported_media_type';

/** Every operation, and the errors that it can return. */
export interface BearerOperations {
  'profile.get': SharedErrorCode;
  'profile.update': SharedErrorCode | 'conflict';
  'users.create': SharedErrorCode | 'conflict';
  'users.list': SharedErrorCode;
  'users.get': SharedErrorCode | 'not_found';
  'users.update': SharedErrorCode | 'not_found' | 'conflict';
  'users.disable': SharedErrorCode | 'not_found' | 'conflict';
  'users.enable': SharedErrorCode | 'not_found' | 'conflict';
  'users.resetPassword': SharedErrorCode | 'not_found' | 'conflict';
  'apiKeys.create': SharedErrorCode | 'conflict';
  'apiKeys.list': SharedErrorCode;
  'apiKeys.get': SharedErrorCode | 'not_found';
  'apiKeys.revoke': SharedErrorCode | 'not_found';
  'sessions.list': SharedErrorCode;
  'sessions.end': SharedErrorCode | 'not_found';
  'auditLog.list': SharedErrorCode;
  'oauthClients.create': SharedErrorCode | 'conflict';
  'oauthClients.list': SharedErrorCode;
  'oauthClients.get': SharedErrorCode | 'not_found';
  'oauthClients.update': SharedErrorCode | 'not_found' | 'conflict';
  'oauthClients.rotateSecret': SharedErrorCode | 'not_found' | 'conflict';
  'oauthClients.disable': SharedErrorCode | 'not_found' | 'conflict';
  'oauthClients.enable': SharedErrorCode | 'not_found' | 'conflict';
  'oauthClients.delete': SharedErrorCode | 'not_found' | 'conflict';
  'consents.list': SharedErrorCode;
  'consents.end': SharedErrorCode | 'not_found';
  'apps.create': SharedErrorCode | 'conflict';
  'apps.list': SharedErrorCode;
  'apps.get': SharedErrorCode | 'not_found';
  'apps.update': SharedErrorCode | 'not_found' | 'conflict';
  'apps.rotateSecret': SharedErrorCode | 'not_found' | 'conflict';
  'apps.disable': SharedErrorCode | 'not_found' | 'conflict';
  'apps.enable': SharedErrorCode | 'not_found' | 'conflict';
  'apps.usage': SharedErrorCode | 'not_found';
  'apps.events': SharedErrorCode | 'not_found' | 'conflict';
  'apps.createWebhook': SharedErrorCode | 'not_found' | 'conflict';
  'apps.listWebhooks': SharedErrorCode | 'not_found';
  'apps.getWebhook': SharedErrorCode | 'not_found';
  'apps.updateWebhook': SharedErrorCode | 'not_found' | 'conflict';
  'apps.deleteWebhook': SharedErrorCode | 'not_found' | 'conflict';
  'apps.rotateWebhookSecret': SharedErrorCode | 'not_found' | 'conflict';
  'apps.testWebhook': SharedErrorCode | 'not_found';
  'apps.listWebhookDeliveries': SharedErrorCode | 'not_found';
  'apps.getWebhookDelivery': SharedErrorCode | 'not_found';
  'apps.retryWebhookDelivery': SharedErrorCode | 'not_found' | 'conflict';
  'apps.createWebhookReplay': SharedErrorCode | 'not_found' | 'conflict';
  'apps.getWebhookReplay': SharedErrorCode | 'not_found';
  'apps.checkSignature': SharedErrorCode | 'not_found';
  'dashboard.get': SharedErrorCode;
  'intents.list': SharedErrorCode;
  'intents.export': SharedErrorCode;
  'intents.exportCsv': SharedErrorCode;
  'intents.get': SharedErrorCode | 'not_found';
  'intents.events': SharedErrorCode | 'not_found';
  'intents.submit': SharedErrorCode | 'not_found' | 'conflict';
  'intents.cancel': SharedErrorCode | 'not_found' | 'conflict';
  'intents.delete': SharedErrorCode | 'not_found' | 'conflict';
  'intents.archive': SharedErrorCode | 'not_found' | 'conflict';
  'intents.unarchive': SharedErrorCode | 'not_found' | 'conflict';
  'suppliers.create': SharedErrorCode | 'conflict';
  'suppliers.list': SharedErrorCode;
  'suppliers.get': SharedErrorCode | 'not_found';
  'suppliers.update': SharedErrorCode | 'not_found' | 'conflict';
  'suppliers.delete': SharedErrorCode | 'not_found' | 'conflict';
  'contracts.create': SharedErrorCode | 'conflict';
  'contracts.list': SharedErrorCode;
  'contracts.get': SharedErrorCode | 'not_found';
  'contracts.update': SharedErrorCode | 'not_found' | 'conflict';
  'contracts.delete': SharedErrorCode | 'not_found' | 'conflict';
  'contracts.activate': SharedErrorCode | 'not_found' | 'conflict';
  'contracts.terminate': SharedErrorCode | 'not_found' | 'conflict';
  'purchaseRequests.create': SharedErrorCode | 'conflict';
  'purchaseRequests.list': SharedErrorCode;
  'purchaseRequests.get': SharedErrorCode | 'not_found';
  'purchaseRequests.update': SharedErrorCode | 'not_found' | 'conflict';
  'purchaseRequests.approve': SharedErrorCode | 'not_found' | 'conflict';
  'purchaseRequests.reject': SharedErrorCode | 'not_found' | 'conflict';
  'purchaseRequests.withdraw': SharedErrorCode | 'not_found' | 'conflict';
  'orders.list': SharedErrorCode;
  'orders.get': SharedErrorCode | 'not_found';
  'orders.refresh': SharedErrorCode | 'not_found';
  'orders.cancel': SharedErrorCode | 'not_found' | 'conflict';
  'reports.spend': SharedErrorCode;
  'reports.spendCsv': SharedErrorCode;
  'reports.processing': SharedErrorCode;
  'reports.processingCsv': SharedErrorCode;
}

/** Every error, by its code. */
export interface BearerErrorsByCode {
  /** Parameter validation failed. */
  validation_failed: { status: 400; retry: 'never'; data: { errors: { field: string; message: string }[] } };
  /** The credential is missing or not valid. */
  unauthorized: { status: 401; retry: 'never'; data: object };
  /** The token has expired. */
  token_expired: { status: 401; retry: 'never'; data: object };
  /** This is not allowed. */
  forbidden: { status: 403; retry: 'never'; data: { reason?: string | undefined; address?: string | undefined } };
  /** The credential lacks the scope for this call. */
  insufficient_scope: { status: 403; retry: 'never'; data: { required_scope: Scope } };
  /** There is no such resource. */
  not_found: { status: 404; retry: 'never'; data: object };
  /** The method is not allowed on this route. */
  method_not_allowed: { status: 405; retry: 'never'; data: object };
  /** This conflicts with the current state. */
  conflict: { status: 409; retry: 'never'; data: { current_version?: number | undefined; reason?: string | undefined; current_status?: IntentStatus | undefined; allowed_statuses?: IntentStatus[] | undefined; id?: string | undefined; disabled_reason?: 'CALLER' | 'GONE' | 'FAILING' | 'MOVED' | undefined; replay_id?: string | undefined; limit?: number | undefined; oldest_cursor?: string | undefined } };
  /** The request body is too large. */
  payload_too_large: { status: 413; retry: 'never'; data: object };
  /** The URL is too long. */
  uri_too_long: { status: 414; retry: 'never'; data: object };
  /** The request body must be application/json. */
  unsupported_media_type: { status: 415; retry: 'never'; data: object };
  /** Rate limit exceeded. */
  rate_limited: { status: 429; retry: 'later'; data: object };
  /** Internal error. */
  internal: { status: 500; retry: 'later'; data: object };
  /** The service is temporarily unavailable. */
  unavailable: { status: 503; retry: 'later'; data: object };
}
