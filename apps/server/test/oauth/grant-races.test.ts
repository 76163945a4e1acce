import { beforeAll, expect, it } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { addPerson, callBearer } from '../support/bearer.ts';
import {
  addClient,
  expectOAuthError,
  type FormAnswer,
  getCode,
  getTokens,
  postToken,
  REDIRECT_URI,
  type TestClient,
} from '../support/oauth.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService();

const ROUNDS = runLength(5, 200);
const TIMEOUT_MS = runLength(30_000, 900_000);
const GRACE_MS = 10_000;

let client: TestClient;
let username: string;
beforeAll(async () => {
  client = await addClient(service);
  ({ username } = await addPerson(service, ['read:orders', 'read:suppliers']));
});

const atOnce = (count: number, form: Record<string, string>): Promise<FormAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => postToken(service, client, form)));
const refreshForm = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });
const statusOf = async (credential: string): Promise<number> =>
  (await callBearer(service, 'GET', '/v1/profile', { credential })).status;

it(
  'a code exchanged 50 times at once gives tokens once, and they are dead afterwards (RFC 6749, 4.1.2) [30, 31]',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      clock.advance(1000);
      const code = await getCode(service, client, username);
      const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
      const answers = await atOnce(50, form);
      const given = answers.filter(({ status }) => status === 200);
      expect(given).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 200) expectOAuthError(answer, 'invalid_grant');
      const tokens = given[0]?.body;
      expect(await statusOf(tokens.access_token)).toBe(401);
      expectOAuthError(await postToken(service, client, refreshForm(tokens.refresh_token)), 'invalid_grant');
    }
  },
  TIMEOUT_MS,
);

it(
  'a refresh token exchanged 20 times at once gives 20 answers with one successor, and after 10 s its family is dead (RFC 9700, 4.14.2) [46, 47, 48]',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      clock.advance(1000);
      const { refresh_token: token } = await getTokens(service, client, username);
      const answers = await atOnce(20, refreshForm(token));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const successors = new Set(answers.map(({ body }) => body.refresh_token));
      expect(successors.size).toBe(1);
      expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(20);
      clock.advance(GRACE_MS + 1);
      for (const dead of [token, ...successors])
        expectOAuthError(await postToken(service, client, refreshForm(dead)), 'invalid_grant');
      for (const { body } of answers) expect(await statusOf(body.access_token)).toBe(401);
    }
  },
  TIMEOUT_MS,
);
