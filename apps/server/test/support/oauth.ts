import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '@procurement-intents/contract/bearer';
import { DEVICE_GRANT, type OAuthErrorCode } from '@procurement-intents/contract/oauth';
import { expect } from 'vitest';
import { SERVICE } from '../../src/audit/record-change.ts';
import { createClient, type NewClient } from '../../src/oauth/manage-clients.ts';
import { PASSWORD } from './bearer.ts';
import type { TestService } from './test-service.ts';

export const REDIRECT_URI = 'https://app.example/cb?tenant=7';

/** A registered client, as its developer knows it. */
export interface TestClient {
  id: string;
  secret: string | null;
}

const DEFAULT_SCOPES: Scope[] = ['read:orders', 'read:suppliers'];

/** Registers a client, by default a confidential one with every grant type. */
export async function addClient(
  service: { bearer: Pick<TestService['bearer'], 'clients'> },
  input: Partial<NewClient> = {},
): Promise<TestClient> {
  const isPublic = input.isPublic ?? false;
  const { client, secret } = await createClient(
    service.bearer.clients,
    {
      name: 'Ledger',
      scopes: DEFAULT_SCOPES,
      grantTypes: [
        'authorization_code',
        'refresh_token',
        DEVICE_GRANT,
        ...(isPublic ? [] : (['client_credentials'] as const)),
      ],
      redirectUris: [REDIRECT_URI, 'http://127.0.0.1/cb'],
      ...input,
    },
    { actor: SERVICE },
  );
  return { id: client.id, secret };
}

export interface FormAnswer {
  status: number;
  headers: Headers;
  body: any;
}

type Form = Record<string, string> | readonly (readonly [string, string])[];

/** Posts a form as a program. The client authenticates by HTTP Basic unless it is null. */
export async function postForm(
  service: Pick<TestService, 'baseUrl'>,
  path: string,
  form: Form,
  { client = null, headers = {} }: { client?: TestClient | null; headers?: Record<string, string> } = {},
): Promise<FormAnswer> {
  const fields = Array.isArray(form) ? form.map(([name, value]) => [name, value]) : Object.entries(form);
  const body = new URLSearchParams(fields as [string, string][]);
  if (client?.secret === null) body.append('client_id', client.id);
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    body,
    headers: { ...(client?.secret && { Authorization: basicOf(client.id, client.secret) }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

export const postToken = (
  service: Pick<TestService, 'baseUrl'>,
  client: TestClient | null,
  form: Form,
): Promise<FormAnswer> => postForm(service, '/oauth/token', form, { client });

/** The answer is this error of RFC 6749, 5.2, and nothing else. */
export function expectOAuthError(answer: FormAnswer, error: OAuthErrorCode, status = 400): void {
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
  expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, asked: { code_challenge: challenge, code_challenge_method: 'S256' } };
}

export const authorizePath = (client: TestClient, parameters: Record<string, string> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    state: 'a state',
    ...parameters,
  }).toString()}`;

/** A page, or where it sends the browser. */
export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
  location: string | null;
}

/** Where the pages are. */
export interface PageServer {
  baseUrl: string;
  /** The address by which browsers know it. Default: `baseUrl`. */
  publicUrl?: string;
}

/** A browser without script: it keeps the cookie, and follows redirects within the service. */
export class PageVisitor {
  readonly #service: PageServer;
  cookie: string | null = null;

  constructor(service: PageServer) {
    this.#service = service;
  }

  /** Opens a page. */
  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.#fetch(path, { headers });
  }

  /** Sends a form as our page does; `headers` replace those of the browser. */
  post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const body = new URLSearchParams(form);
    return this.#fetch(path, {
      method: 'POST',
      body,
      headers: { Origin: this.#service.publicUrl ?? this.#service.baseUrl, ...headers },
    });
  }

  /** Opens the page that a redirect within the service leads to. */
  async follow(answer: PageAnswer): Promise<PageAnswer> {
    let current = answer;
    while (current.location?.startsWith('/')) current = await this.get(current.location);
    return current;
  }

  async #fetch(path: string, init: RequestInit): Promise<PageAnswer> {
    const headers = { ...(this.cookie !== null && { Cookie: this.cookie }), ...(init.headers as object) };
    const response = await fetch(this.#service.baseUrl + path, { ...init, headers, redirect: 'manual' });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0] ?? null;
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, html: await response.text(), location };
  }
}

/** The value of an attribute of the page's form or of its hidden field. */
export function attributeIn(html: string, pattern: RegExp): string {
  const value = pattern.exec(html)?.[1];
  if (value === undefined) throw new Error(`the page has no ${String(pattern)}:\n${html}`);
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

export const formTokenIn = (html: string): string => attributeIn(html, /name="form_token" value="([^"]*)"/);

/** Logs in, and returns the consent page. */
export async function openConsent(visitor: PageVisitor, path: string, username: string): Promise<PageAnswer> {
  const login = await visitor.follow(await visitor.get(path));
  const action = attributeIn(login.html, /<form method="post" action="([^"]*)"/);
  return visitor.follow(await visitor.post(action, { username, password: PASSWORD }));
}

/** Walks through log-in and consent. */
export async function walk(
  service: PageServer,
  path: string,
  username: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<PageAnswer> {
  const visitor = new PageVisitor(service);
  const consent = await openConsent(visitor, path, username);
  return visitor.post('/oauth/interaction/consent', { form_token: formTokenIn(consent.html), decision });
}

/** The parameters with which the browser returns to the client. */
export function returnedTo({ status, location }: PageAnswer): Record<string, string> {
  expect(status).toBe(303);
  return Object.fromEntries(new URL(location ?? '').searchParams);
}

/** A code that a person has consented to. */
export async function getCode(
  service: PageServer,
  client: TestClient,
  username: string,
  parameters: Record<string, string> = {},
): Promise<string> {
  const returned = returnedTo(await walk(service, authorizePath(client, parameters), username));
  expect(returned).toMatchObject({ code: expect.stringMatching(/^ac_[0-9A-Za-z]{43}$/) });
  return returned['code'] ?? '';
}

/** Tokens that a person has consented to. */
export async function getTokens(
  service: PageServer,
  client: TestClient,
  username: string,
  parameters: Record<string, string> = {},
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const { verifier, asked } = newVerifier();
  const code = await getCode(service, client, username, { ...asked, ...parameters });
  const answer = await postToken(service, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: parameters['redirect_uri'] ?? REDIRECT_URI,
    code_verifier: verifier,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
