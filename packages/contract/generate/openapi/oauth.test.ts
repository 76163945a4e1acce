import { beforeAll, describe, expect, it } from 'vitest';
import { OAUTH_ERRORS } from '../../src/oauth/errors.ts';
import { type OAuthContract, oauthContract } from '../../src/oauth/oauth-contract.ts';
import { OAuthErrorAnswer } from '../../src/oauth/schemas.ts';
import { buildDocument, type OpenApiDocument } from './openapi.ts';
import { OAUTH_ERRORS_OF } from './oauth.ts';

interface Operation {
  tags: string[];
  security: object[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content: Record<string, { examples?: Record<string, { $ref: string }> }> }>;
}

const IDS = Object.keys(oauthContract) as (keyof OAuthContract)[];
let document: OpenApiDocument;
let components: {
  examples: Record<string, { value: unknown }>;
  securitySchemes: { OAuth: { flows: { authorizationCode: object } } };
};
beforeAll(async () => {
  document = await buildDocument();
  components = document.components as unknown as typeof components;
});

function operationOf(id: keyof OAuthContract): Operation {
  const { method, path } = oauthContract[id];
  return (document.paths[path] as unknown as Record<string, Operation>)[method.toLowerCase()] as Operation;
}

const exampleAt = (ref: string): unknown => components.examples[ref.split('/').at(-1) ?? '']?.value;

describe.each(IDS)('operation %s', (id) => {
  it('has the tag of its scheme, and takes a client and a form if it is posted', () => {
    const { tags, security, requestBody } = operationOf(id);
    const isPosted = oauthContract[id].method === 'POST';
    expect(tags).toEqual(['oauth']);
    expect(security).toEqual(isPosted ? [{ Client: [] }, {}] : []);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(
      isPosted ? ['application/x-www-form-urlencoded'] : [],
    );
  });

  it('shows each of its errors in the form of RFC 6749, 5.2, under its status', () => {
    const { responses } = operationOf(id);
    for (const code of OAUTH_ERRORS_OF[id]) {
      const shown = Object.entries(responses).filter(
        ([, { content }]) => content['application/json']?.examples?.[code],
      );
      // The metadata can only be asked for at too long a URL.
      const status = id === 'readMetadata' ? 414 : OAUTH_ERRORS[code].status;
      expect(shown.map(([key]) => Number(key))).toContain(status);
      for (const [, { content }] of shown) {
        const value = exampleAt(content['application/json']?.examples?.[code]?.$ref ?? '');
        expect(OAuthErrorAnswer.parse(value)).toMatchObject({ error: code });
      }
    }
  });

  it('has an error for every status of a refusal', () => {
    const refusals = Object.entries(operationOf(id).responses).filter(([status]) => Number(status) >= 400);
    expect(refusals).not.toEqual([]);
    for (const [, { content }] of refusals)
      expect(Object.keys(content['application/json']?.examples ?? {})).not.toEqual([]);
  });
});

it('the operations under /v1 say which scope an OAuth client needs', () => {
  const { get } = document.paths['/v1/users'] as unknown as { get: Operation };
  expect(get.security).toEqual([{ Bearer: [] }, { OAuth: ['admin'] }]);
  expect(components.securitySchemes.OAuth.flows.authorizationCode).toMatchObject({
    authorizationUrl: '/oauth/authorize',
    tokenUrl: '/oauth/token',
    scopes: { admin: expect.any(String) },
  });
});
