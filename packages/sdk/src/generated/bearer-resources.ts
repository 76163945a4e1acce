// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { CallOptions, ChangeOptions, CreateOptions } from '../bearer/call-options.ts';
import type { FieldsOf, QueryOf, ResourceList } from '../bearer/resource-list.ts';
import type { ResponsePromise } from '../http/request.ts';
import type { FetchResponse as StreamedAnswer } from '../runtime-types.ts';
import type {
  ApiKey,
  App,
  AppUsage,
  AuditEventPage,
  CheckSignatureBody,
  CompanyIntent,
  ConsentPage,
  Contract,
  CreateApiKeyBody,
  CreateAppBody,
  CreateContractBody,
  CreateOAuthClientBody,
  CreateReplayBody,
  CreateRequestBody,
  CreateSupplierBody,
  CreateUserBody,
  CreateWebhookBody,
  CreatedApiKey,
  CreatedWebhook,
  Dashboard,
  DecisionBody,
  DeliveryPage,
  EventPage,
  ExportCompanyIntentsQuery,
  IntentEvents,
  IssuedApp,
  IssuedOAuthClient,
  ListApiKeysQuery,
  ListAppsQuery,
  ListAuditEventsQuery,
  ListCompanyIntentsQuery,
  ListConsentsQuery,
  ListContractsQuery,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListOAuthClientsQuery,
  ListOrdersQuery,
  ListPurchaseRequestsQuery,
  ListSessionsQuery,
  ListSuppliersQuery,
  ListUsersQuery,
  OAuthClient,
  Order,
  ProcessingReport,
  ProcessingReportQuery,
  Profile,
  PurchaseRequest,
  ResetPasswordBody,
  RotateSecretBody,
  RotateWebhookSecretBody,
  RotatedWebhookSecret,
  SessionPage,
  SignatureCheck,
  SpendReport,
  SpendReportQuery,
  Supplier,
  TestWebhookBody,
  TestedWebhook,
  UpdateAppBody,
  UpdateContractBody,
  UpdateOAuthClientBody,
  UpdateProfileBody,
  UpdateRequestBody,
  UpdateSupplierBody,
  UpdateUserBody,
  UpdateWebhookBody,
  User,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookList,
  WebhookReplay,
} from './bearer-types.ts';

export interface ProfileResource {
  /**
   * Read the profile. Who this credential is, and what it may do now. Any valid credential may call.
   *
   * @example await client.profile.get();
   */
  get(options?: CallOptions): ResponsePromise<Profile>;

  /**
   * Update the profile. For people alone. A new password needs a session token and the old password; it ends
   * all other sessions and refresh tokens.
   *
   * @example await client.profile.update(body);
   * @throws BearerError `conflict`.
   */
  update(body: UpdateProfileBody, options?: ChangeOptions): ResponsePromise<Profile>;
}

export interface UsersResource {
  /**
   * Add a user. Adds a person who can log in. A username that is taken is a `conflict`.
   *
   * @example await client.users.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateUserBody, options?: CreateOptions): ResponsePromise<User>;

  /**
   * List users. The people of the company, newest first unless asked otherwise.
   *
   * @example for await (const each of client.users.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<User> = readonly (keyof User)[],
  >(
    query?: QueryOf<ListUsersQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<User, Fields>;

  /**
   * Read a user. The person, without the password.
   *
   * @example await client.users.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<User>;

  /**
   * Update a user. Only the fields sent change. A scope that is taken away ends with the next call of the
   * person, and of the keys and clients that act for the person.
   *
   * @example await client.users.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateUserBody, options?: ChangeOptions): ResponsePromise<User>;

  /**
   * Disable a user. Refuses the person, and all keys and tokens that act for the person, from the next call
   * on. Repeating it changes nothing.
   *
   * @example await client.users.disable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  disable(id: string, options?: ChangeOptions): ResponsePromise<User>;

  /**
   * Enable a user. Lets a disabled person in again. Repeating it changes nothing.
   *
   * @example await client.users.enable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  enable(id: string, options?: ChangeOptions): ResponsePromise<User>;

  /**
   * Reset a password. Sets a new password, and ends all sessions and refresh tokens of the person.
   *
   * @example await client.users.resetPassword(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  resetPassword(id: string, body: ResetPasswordBody, options?: ChangeOptions): ResponsePromise<User>;
}

export interface ApiKeysResource {
  /**
   * Make an API key. The key is in this answer alone. It can do what its scopes say and its maker can do, at
   * each call.
   *
   * @example await client.apiKeys.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateApiKeyBody, options?: CreateOptions): ResponsePromise<CreatedApiKey>;

  /**
   * List API keys. All keys, revoked ones too, newest first unless asked otherwise.
   *
   * @example for await (const each of client.apiKeys.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<ApiKey> = readonly (keyof ApiKey)[],
  >(
    query?: QueryOf<ListApiKeysQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<ApiKey, Fields>;

  /**
   * Read an API key. What is known of the key: not the key itself.
   *
   * @example await client.apiKeys.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<ApiKey>;

  /**
   * Revoke an API key. Refuses the key from the next call on. Its row stays. Repeating it changes nothing.
   *
   * @example await client.apiKeys.revoke(id);
   * @throws BearerError `not_found`.
   */
  revoke(id: string, options?: CallOptions): ResponsePromise<void>;
}

export interface SessionsResource {
  /**
   * List sessions. The sessions of all people that have not ended, newest first unless asked otherwise.
   *
   * @example for await (const each of client.sessions.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<SessionPage['items'][number]> = readonly (keyof SessionPage['items'][number])[],
  >(
    query?: QueryOf<ListSessionsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<SessionPage['items'][number], Fields>;

  /**
   * End a session. Refuses its token from the next call on.
   *
   * @example await client.sessions.end(id);
   * @throws BearerError `not_found`.
   */
  end(id: string, options?: CallOptions): ResponsePromise<void>;
}

export interface AuditLogResource {
  /**
   * Read the audit log. Every change that people, keys, clients and commands have made here: who, what, when,
   * from where, before and after. Nothing in it can be changed.
   *
   * @example for await (const each of client.auditLog.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<AuditEventPage['items'][number]> = readonly (keyof AuditEventPage['items'][number])[],
  >(
    query?: QueryOf<ListAuditEventsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<AuditEventPage['items'][number], Fields>;
}

export interface OauthClientsResource {
  /**
   * Register an OAuth client. A confidential client gets a secret, which is in this answer alone. What its
   * tokens may do is what token, client and person all have, at each call.
   *
   * @example await client.oauthClients.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateOAuthClientBody, options?: CreateOptions): ResponsePromise<IssuedOAuthClient>;

  /**
   * List OAuth clients. All clients, disabled ones too, newest first unless asked otherwise.
   *
   * @example for await (const each of client.oauthClients.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<OAuthClient> = readonly (keyof OAuthClient)[],
  >(
    query?: QueryOf<ListOAuthClientsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<OAuthClient, Fields>;

  /**
   * Read an OAuth client. The client, without its secret.
   *
   * @example await client.oauthClients.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<OAuthClient>;

  /**
   * Update an OAuth client. Only the fields sent change. A scope that is taken away ends with the next call
   * of any token of the client.
   *
   * @example await client.oauthClients.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateOAuthClientBody, options?: ChangeOptions): ResponsePromise<OAuthClient>;

  /**
   * Rotate an OAuth client's secret. The new secret is in this answer alone; the old one works for
   * `overlapSeconds` more, and the one before it no longer. A public client has no secret: `conflict`. Send
   * `If-Match`, so that a repeated call does not end the secret in use.
   *
   * @example await client.oauthClients.rotateSecret(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  rotateSecret(
    id: string,
    body?: RotateSecretBody,
    options?: ChangeOptions,
  ): ResponsePromise<IssuedOAuthClient>;

  /**
   * Disable an OAuth client. Refuses the client and all its tokens from the next call on. All of them work
   * again after `enable`, unless they expire meanwhile. Repeating it changes nothing.
   *
   * @example await client.oauthClients.disable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  disable(id: string, options?: ChangeOptions): ResponsePromise<OAuthClient>;

  /**
   * Enable an OAuth client. Lets a disabled client call again. Repeating it changes nothing.
   *
   * @example await client.oauthClients.enable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  enable(id: string, options?: ChangeOptions): ResponsePromise<OAuthClient>;

  /**
   * Delete an OAuth client. Removes the client with all consents and tokens, for good. The audit log keeps
   * what it was.
   *
   * @example await client.oauthClients.delete(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void>;
}

export interface ConsentsResource {
  /**
   * List consents. What people have allowed clients, and what has neither expired nor been ended, newest
   * first unless asked otherwise.
   *
   * @example for await (const each of client.consents.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<ConsentPage['items'][number]> = readonly (keyof ConsentPage['items'][number])[],
  >(
    query?: QueryOf<ListConsentsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<ConsentPage['items'][number], Fields>;

  /**
   * End a consent. Refuses all tokens of the person and the client from the next call on, those of other
   * consents too. The person can consent again.
   *
   * @example await client.consents.end(id);
   * @throws BearerError `not_found`.
   */
  end(id: string, options?: CallOptions): ResponsePromise<void>;
}

export interface AppsResource {
  /**
   * Register an App. The secret is in this answer alone. A name that is taken is a `conflict`.
   *
   * @example await client.apps.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateAppBody, options?: CreateOptions): ResponsePromise<IssuedApp>;

  /**
   * List Apps. All Apps, disabled ones too, newest first unless asked otherwise.
   *
   * @example for await (const each of client.apps.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<App> = readonly (keyof App)[],
  >(
    query?: QueryOf<ListAppsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<App, Fields>;

  /**
   * Read an App. The App, without its secrets.
   *
   * @example await client.apps.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<App>;

  /**
   * Update an App. Only the fields sent change. Every process follows within 5 s.
   *
   * @example await client.apps.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateAppBody, options?: ChangeOptions): ResponsePromise<App>;

  /**
   * Rotate an App's secret. The new secret is in this answer alone; the old one signs for `overlapSeconds`
   * more, and the one before it no longer. Send `If-Match`, so that a repeated call does not end the secret
   * in use.
   *
   * @example await client.apps.rotateSecret(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  rotateSecret(id: string, body?: RotateSecretBody, options?: ChangeOptions): ResponsePromise<IssuedApp>;

  /**
   * Disable an App. Refuses the calls of the App; every process follows within 5 s. Its intents go on.
   * Repeating it changes nothing.
   *
   * @example await client.apps.disable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  disable(id: string, options?: ChangeOptions): ResponsePromise<App>;

  /**
   * Enable an App. Lets a disabled App call again, within 5 s. Repeating it changes nothing.
   *
   * @example await client.apps.enable(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  enable(id: string, options?: ChangeOptions): ResponsePromise<App>;

  /**
   * Read the usage of an App. The signed calls of the last 60 minutes and their refusals, in all processes. A
   * call is counted within 10 s; a process that is killed takes its last 10 s along.
   *
   * @example await client.apps.usage(id);
   * @throws BearerError `not_found`.
   */
  usage(id: string, options?: CallOptions): ResponsePromise<AppUsage>;

  /**
   * Read the events of an App. The feed as the App itself reads it. A cursor whose events are kept no longer
   * is a `conflict`.
   *
   * @example await client.apps.events(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  events(id: string, query?: ListEventsQuery, options?: CallOptions): ResponsePromise<EventPage>;

  /**
   * Register a webhook endpoint of an App. The secret is in this answer alone; an answer to a repeated
   * `Idempotency-Key` has none, so rotate it then. An address that the App has already is a `conflict` with
   * the `id` of its endpoint, and so is the endpoint after 20, with `limit`. Events are sent while the App
   * has `intents:read`.
   *
   * @example await client.apps.createWebhook(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  createWebhook(
    id: string,
    body: CreateWebhookBody,
    options?: CreateOptions,
  ): ResponsePromise<CreatedWebhook>;

  /**
   * List the webhook endpoints of an App. All endpoints of the App, the newest first. There are few, so the
   * list has no pages.
   *
   * @example await client.apps.listWebhooks(id);
   * @throws BearerError `not_found`.
   */
  listWebhooks(id: string, options?: CallOptions): ResponsePromise<WebhookList>;

  /**
   * Read a webhook endpoint of an App. The endpoint without its secret. Another App's endpoint is
   * `not_found`.
   *
   * @example await client.apps.getWebhook(id, webhookId);
   * @throws BearerError `not_found`.
   */
  getWebhook(id: string, webhookId: string, options?: CallOptions): ResponsePromise<Webhook>;

  /**
   * Update a webhook endpoint of an App. Only the fields sent change. Disabling it ends its open deliveries;
   * enabling it sends nothing that it missed: see replays.
   *
   * @example await client.apps.updateWebhook(id, webhookId, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  updateWebhook(
    id: string,
    webhookId: string,
    body: UpdateWebhookBody,
    options?: ChangeOptions,
  ): ResponsePromise<Webhook>;

  /**
   * Delete a webhook endpoint of an App. Nothing more is sent to it, and its log goes with it.
   *
   * @example await client.apps.deleteWebhook(id, webhookId);
   * @throws BearerError `not_found`, `conflict`.
   */
  deleteWebhook(id: string, webhookId: string, options?: ChangeOptions): ResponsePromise<void>;

  /**
   * Rotate the secret of an App's webhook endpoint. The new secret is in this answer alone. Until the old one
   * ends, every request has a signature of each of the two. Rotating again within that time replaces the
   * newer one and leaves the end of the older as it is.
   *
   * @example await client.apps.rotateWebhookSecret(id, webhookId, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  rotateWebhookSecret(
    id: string,
    webhookId: string,
    body?: RotateWebhookSecretBody,
    options?: ChangeOptions,
  ): ResponsePromise<RotatedWebhookSecret>;

  /**
   * Test a webhook endpoint of an App. Sends one sample event now, also to a disabled endpoint, and answers
   * with what came back, whatever that was. At most 6 a minute and endpoint, those of the App itself
   * included.
   *
   * @example await client.apps.testWebhook(id, webhookId, body);
   * @throws BearerError `not_found`.
   */
  testWebhook(
    id: string,
    webhookId: string,
    body?: TestWebhookBody,
    options?: CallOptions,
  ): ResponsePromise<TestedWebhook>;

  /**
   * List the deliveries of an App's webhook endpoint. The log of the endpoint, the newest first, as the App
   * itself reads it. Entries are kept as long as the events.
   *
   * @example await client.apps.listWebhookDeliveries(id, webhookId);
   * @throws BearerError `not_found`.
   */
  listWebhookDeliveries(
    id: string,
    webhookId: string,
    query?: ListDeliveriesQuery,
    options?: CallOptions,
  ): ResponsePromise<DeliveryPage>;

  /**
   * Read a delivery of an App's webhook endpoint. The delivery with its body and every attempt.
   *
   * @example await client.apps.getWebhookDelivery(id, webhookId, deliveryId);
   * @throws BearerError `not_found`.
   */
  getWebhookDelivery(
    id: string,
    webhookId: string,
    deliveryId: string,
    options?: CallOptions,
  ): ResponsePromise<WebhookDeliveryDetail>;

  /**
   * Send a delivery of an App's webhook endpoint again. One more attempt at once with the same `webhook-id`,
   * also of a delivery that succeeded. An attempt that is under way is left alone. A disabled endpoint is a
   * `conflict` with `disabled_reason`.
   *
   * @example await client.apps.retryWebhookDelivery(id, webhookId, deliveryId);
   * @throws BearerError `not_found`, `conflict`.
   */
  retryWebhookDelivery(
    id: string,
    webhookId: string,
    deliveryId: string,
    options?: CallOptions,
  ): ResponsePromise<WebhookDelivery>;

  /**
   * Replay events to an App's webhook endpoint. Sends the events of a span of time again, the oldest first,
   * with their own `webhook-id`, at half of `maxPerSecond`. A replay that runs already is a `conflict` with
   * `replay_id`, a disabled endpoint one with `disabled_reason`, and a span before the oldest kept event one
   * with `oldest_cursor`.
   *
   * @example await client.apps.createWebhookReplay(id, webhookId, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  createWebhookReplay(
    id: string,
    webhookId: string,
    body: CreateReplayBody,
    options?: CreateOptions,
  ): ResponsePromise<WebhookReplay>;

  /**
   * Read a replay to an App's webhook endpoint. How far the replay is.
   *
   * @example await client.apps.getWebhookReplay(id, webhookId, replayId);
   * @throws BearerError `not_found`.
   */
  getWebhookReplay(
    id: string,
    webhookId: string,
    replayId: string,
    options?: CallOptions,
  ): ResponsePromise<WebhookReplay>;

  /**
   * Check a signature of an App. Says what the service would sign, and which known mistake explains the
   * signature that was sent. It compares inside and returns no signature. At most 30 checks a minute and
   * credential.
   *
   * @example await client.apps.checkSignature(id, body);
   * @throws BearerError `not_found`.
   */
  checkSignature(
    id: string,
    body: CheckSignatureBody,
    options?: CallOptions,
  ): ResponsePromise<SignatureCheck>;
}

export interface DashboardResource {
  /**
   * Read the dashboard. Counts of intents, purchase requests and Apps, the depth of the queue and how
   * platforms answer, at most 5 s ago. Calls to platforms and breakers follow within 10 s.
   *
   * @example await client.dashboard.get();
   */
  get(options?: CallOptions): ResponsePromise<Dashboard>;
}

export interface IntentsResource {
  /**
   * List the intents of all Apps. The intents of all Apps, newest first unless asked otherwise. With
   * `read:purchase-requests` a person sees those whose total the approval limit covers; a program needs
   * `admin`.
   *
   * @example for await (const each of client.intents.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<CompanyIntent> = readonly ('appId' | 'id' | 'userId' | 'platform' | 'title' | 'price' | 'quantity' | 'totalAmount' | 'status' | 'createdAt' | 'updatedAt')[],
  >(
    query?: QueryOf<ListCompanyIntentsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<CompanyIntent, Fields>;

  /**
   * Export the intents of all Apps. The intents of all Apps as NDJSON: one a line, oldest first by
   * `createdAt` and `id`, the phone masked. The end is fixed when the call begins; each intent that existed
   * then and still does comes once, as it is when its page of 500 is read. The last line is
   * `{"end":{"count":…}}`: without it the export was cut, and goes on with `after`. A receiver that takes
   * nothing for 30 s is cut; the whole lasts 15 minutes at most, and a person, or a program without one, has
   * 2 at once in a process. `Accept-Encoding: gzip` compresses. In CSV there is no last line: a connection
   * that ends early tells of a cut.
   *
   * @example await client.intents.export();
   */
  export(query?: ExportCompanyIntentsQuery, options?: CallOptions): ResponsePromise<StreamedAnswer>;

  /**
   * Export the intents of all Apps as CSV. The rows of `export` (RFC 4180): a header, then one line for each
   * row. No cell is a formula for a spreadsheet.
   *
   * @example await client.intents.exportCsv();
   */
  exportCsv(query?: ExportCompanyIntentsQuery, options?: CallOptions): ResponsePromise<StreamedAnswer>;

  /**
   * Read an intent of any App. The whole intent, its phone number masked. Fields that depend on a condition
   * are absent until it holds.
   *
   * @example await client.intents.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<CompanyIntent>;

  /**
   * Read an intent's timeline for the company. Every status change and attempt, oldest first; the newest
   * 1,000 when there are more.
   *
   * @example await client.intents.events(id);
   * @throws BearerError `not_found`.
   */
  events(id: string, options?: CallOptions): ResponsePromise<IntentEvents>;

  /**
   * Submit a draft of any App. Checks the product page and accepts the purchase, which an agent or another
   * program has drafted. With `write:purchase-requests` a person submits those whose total the approval limit
   * covers; a program needs `admin`. Send `If-Match` with the version that was read: without it, a draft that
   * changed since is bought as it is now. Allowed from DRAFT.
   *
   * @example await client.intents.submit(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  submit(id: string, options?: ChangeOptions): ResponsePromise<CompanyIntent>;

  /**
   * Cancel an intent of any App. Irreversible. At once and free while SUBMITTED; while PROCESSING the
   * platform decides and may charge a fee: its refusal is `conflict` with `reason`, no answer within 20 s
   * `unavailable`, and repeating the call is safe. Allowed from SUBMITTED, PROCESSING.
   *
   * @example await client.intents.cancel(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  cancel(id: string, options?: ChangeOptions): ResponsePromise<CompanyIntent>;

  /**
   * Delete an intent of any App. Removes the record for good and leaves a platform order as it is. Allowed
   * from DRAFT, FAILED, CANCELLED.
   *
   * @example await client.intents.delete(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void>;

  /**
   * Archive an intent of any App. Takes an intent that has ended off the list, which then has it with
   * `archived=true` or `any` alone. Its status and `updatedAt` stay; an archived intent stays as it is.
   * Allowed from COMPLETED, FAILED, CANCELLED.
   *
   * @example await client.intents.archive(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  archive(id: string, options?: ChangeOptions): ResponsePromise<CompanyIntent>;

  /**
   * Unarchive an intent of any App. Puts an archived intent on the list again. One that is not archived stays
   * as it is. Allowed from every status.
   *
   * @example await client.intents.unarchive(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  unarchive(id: string, options?: ChangeOptions): ResponsePromise<CompanyIntent>;
}

export interface SuppliersResource {
  /**
   * Create a supplier. Adds a shop that the company buys from. The shops of two suppliers never overlap:
   * `conflict`, also when both are added at once.
   *
   * @example await client.suppliers.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateSupplierBody, options?: CreateOptions): ResponsePromise<Supplier>;

  /**
   * List suppliers. A page of suppliers.
   *
   * @example for await (const each of client.suppliers.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<Supplier> = readonly (keyof Supplier)[],
  >(
    query?: QueryOf<ListSuppliersQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<Supplier, Fields>;

  /**
   * Read a supplier. One supplier in its current state.
   *
   * @example await client.suppliers.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<Supplier>;

  /**
   * Update a supplier. Changes the fields sent. From the moment that a supplier is BLOCKED nothing of it is
   * accepted or ordered, whoever asks; other processes of the service follow within a second.
   *
   * @example await client.suppliers.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateSupplierBody, options?: ChangeOptions): ResponsePromise<Supplier>;

  /**
   * Delete a supplier. Removes a supplier. One that has contracts or purchase requests stays: `conflict`.
   *
   * @example await client.suppliers.delete(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void>;
}

export interface ContractsResource {
  /**
   * Create a contract. Makes the draft of a price agreement with a supplier.
   *
   * @example await client.contracts.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateContractBody, options?: CreateOptions): ResponsePromise<Contract>;

  /**
   * List contracts. A page of contracts. `lines` come when `fields` names them.
   *
   * @example for await (const each of client.contracts.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<Contract> = readonly ('id' | 'supplierId' | 'title' | 'validFrom' | 'validTo' | 'status' | 'maxAmount' | 'reserved' | 'spent' | 'createdAt' | 'updatedAt' | 'version')[],
  >(
    query?: QueryOf<ListContractsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<Contract, Fields>;

  /**
   * Read a contract. One contract, with what its requests have reserved and spent.
   *
   * @example await client.contracts.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<Contract>;

  /**
   * Update a contract. Changes the fields sent, of a DRAFT only.
   *
   * @example await client.contracts.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateContractBody, options?: ChangeOptions): ResponsePromise<Contract>;

  /**
   * Delete a contract. Removes a DRAFT that no purchase request names.
   *
   * @example await client.contracts.delete(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void>;

  /**
   * Activate a contract. From now on requests can be made under the contract, on its days. It cannot be
   * changed any more.
   *
   * @example await client.contracts.activate(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  activate(id: string, options?: ChangeOptions): ResponsePromise<Contract>;

  /**
   * Terminate a contract. Ends an ACTIVE contract before its last day. What was approved under it is still
   * bought.
   *
   * @example await client.contracts.terminate(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  terminate(id: string, options?: ChangeOptions): ResponsePromise<Contract>;
}

export interface PurchaseRequestsResource {
  /**
   * Create a purchase request. Asks to buy. A request under a contract is held to its lines and ceilings at
   * once, and again at its approval.
   *
   * @example await client.purchaseRequests.create(body);
   * @throws BearerError `conflict`.
   */
  create(body: CreateRequestBody, options?: CreateOptions): ResponsePromise<PurchaseRequest>;

  /**
   * List purchase requests. A page of purchase requests.
   *
   * @example for await (const each of client.purchaseRequests.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<PurchaseRequest> = readonly ('id' | 'status' | 'requestedBy' | 'platform' | 'title' | 'price' | 'quantity' | 'totalAmount' | 'supplierId' | 'contractId' | 'createdAt' | 'updatedAt')[],
  >(
    query?: QueryOf<ListPurchaseRequestsQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<PurchaseRequest, Fields>;

  /**
   * Read a purchase request. One purchase request in its current state.
   *
   * @example await client.purchaseRequests.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<PurchaseRequest>;

  /**
   * Update a purchase request. Changes the fields sent, of a PENDING request, by its requester.
   *
   * @example await client.purchaseRequests.update(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  update(id: string, body: UpdateRequestBody, options?: ChangeOptions): ResponsePromise<PurchaseRequest>;

  /**
   * Approve a purchase request. Buys what was asked for: an intent is submitted, and its amount and pieces
   * are reserved on the contract. Only a person approves, never a request of their own, and only as `admin`
   * or within their approval limit: `forbidden`. What cannot be bought now is `validation_failed`, and the
   * request stays PENDING. Repeating an approval buys nothing more.
   *
   * @example await client.purchaseRequests.approve(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  approve(id: string, body?: DecisionBody, options?: ChangeOptions): ResponsePromise<PurchaseRequest>;

  /**
   * Reject a purchase request. Refuses a PENDING request, by a person who may approve it.
   *
   * @example await client.purchaseRequests.reject(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  reject(id: string, body?: DecisionBody, options?: ChangeOptions): ResponsePromise<PurchaseRequest>;

  /**
   * Withdraw a purchase request. Takes a PENDING request back, by its requester.
   *
   * @example await client.purchaseRequests.withdraw(id, body);
   * @throws BearerError `not_found`, `conflict`.
   */
  withdraw(id: string, body?: DecisionBody, options?: ChangeOptions): ResponsePromise<PurchaseRequest>;
}

export interface OrdersResource {
  /**
   * List orders. A page of the orders on all platforms, whoever asked for them. `startDate` and `endDate`
   * bound `placedAt`.
   *
   * @example for await (const each of client.orders.list()) console.log(each);
   */
  list<
    const Fields extends FieldsOf<Order> = readonly (keyof Order)[],
  >(
    query?: QueryOf<ListOrdersQuery, Fields>,
    options?: CallOptions,
  ): ResourceList<Order, Fields>;

  /**
   * Read an order. One order as the service knows it. It is followed until it is delivered, for up to 30
   * days.
   *
   * @example await client.orders.get(id);
   * @throws BearerError `not_found`.
   */
  get(id: string, options?: CallOptions): ResponsePromise<Order>;

  /**
   * Refresh an order. Has a worker ask the platform about the order, and waits up to 20 s; after that
   * `unavailable`. An order of an intent that has failed or was cancelled does not change any more.
   *
   * @example await client.orders.refresh(id);
   * @throws BearerError `not_found`.
   */
  refresh(id: string, options?: CallOptions): ResponsePromise<Order>;

  /**
   * Cancel an order. Asks the platform to cancel, and waits up to 20 s. Possible while the intent is
   * PROCESSING, else `conflict`; a refusal of the platform is `conflict` with its `reason`, no answer in time
   * `unavailable`: the request stays on record, and repeating it is safe.
   *
   * @example await client.orders.cancel(id);
   * @throws BearerError `not_found`, `conflict`.
   */
  cancel(id: string, options?: CallOptions): ResponsePromise<Order>;
}

export interface ReportsResource {
  /**
   * Report spending. What was paid for the orders that were placed in a period, whichever App bought, exact
   * to the fen.
   *
   * @example await client.reports.spend();
   */
  spend(query?: SpendReportQuery, options?: CallOptions): ResponsePromise<SpendReport>;

  /**
   * Report spending as CSV. The rows of `spend` (RFC 4180): a header, then one line for each row. No cell is
   * a formula for a spreadsheet.
   *
   * @example await client.reports.spendCsv();
   */
  spendCsv(query?: SpendReportQuery, options?: CallOptions): ResponsePromise<string>;

  /**
   * Report processing. What became of the intents that were created in a period, and how long purchases took.
   *
   * @example await client.reports.processing();
   */
  processing(query?: ProcessingReportQuery, options?: CallOptions): ResponsePromise<ProcessingReport>;

  /**
   * Report processing as CSV. The rows of `processing` (RFC 4180): a header, then one line for each row. No
   * cell is a formula for a spreadsheet.
   *
   * @example await client.reports.processingCsv();
   */
  processingCsv(query?: ProcessingReportQuery, options?: CallOptions): ResponsePromise<string>;
}

/** Every resource of the service. */
export interface BearerResources {
  readonly profile: ProfileResource;
  readonly users: UsersResource;
  readonly apiKeys: ApiKeysResource;
  readonly sessions: SessionsResource;
  readonly auditLog: AuditLogResource;
  readonly oauthClients: OauthClientsResource;
  readonly consents: ConsentsResource;
  readonly apps: AppsResource;
  readonly dashboard: DashboardResource;
  readonly intents: IntentsResource;
  readonly suppliers: SuppliersResource;
  readonly contracts: ContractsResource;
  readonly purchaseRequests: PurchaseRequestsResource;
  readonly orders: OrdersResource;
  readonly reports: ReportsResource;
}
