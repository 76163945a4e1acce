import { ENVIRONMENTS, BEARER_TEXT_LENGTHS } from '@procurement-intents/contract/bearer';
import { Username } from '@procurement-intents/contract/company';
import { z } from 'zod';
import { perMode, setting } from './setting.ts';
import { isOrigin, oneOf } from './setting-types.ts';

const { min, max } = BEARER_TEXT_LENGTHS.password;

/** Settings of the company's own side: who may log in, and by which address. */
export const BEARER_SETTINGS = {
  ENVIRONMENT: setting({
    key: 'environment',
    type: oneOf(...ENVIRONMENTS),
    default: perMode('test', 'live'),
    roles: ['api'],
    effect:
      'What API keys begin with, `ak_test_` or `ak_live_`, and what `/v1/profile` says. Keys of the other environment are refused. It does not choose the shops: `PLATFORM_*` do.',
  }),
  PUBLIC_URL: setting({
    key: 'publicUrl',
    type: { schema: z.string().refine(isOrigin), rule: 'an origin such as https://buy.example.com' },
    default: null,
    shownDefault: 'the address that the API listens on',
    roles: ['api'],
    requiredInProduction: { roles: ['api'] },
    effect:
      'Origin by which people and clients reach the API. Links and OAuth metadata name it, whatever the `Host` header says.',
  }),
  ADMIN_USERNAME: setting({
    key: 'adminUsername',
    type: { schema: Username, rule: 'a username of 3 to 64 characters: letters, digits and . _ @ -' },
    default: null,
    shownDefault: 'none; outside production `admin`',
    roles: ['api'],
    effect: 'Username of the first administrator, who is made at the start when there is none.',
  }),
  ADMIN_PASSWORD: setting({
    key: 'adminPassword',
    type: { schema: z.string().min(min).max(max), rule: `${min} to ${max} characters` },
    default: null,
    shownDefault: 'none; outside production generated and shown once',
    roles: ['api'],
    effect: 'Password of the first administrator. It changes nothing once there is one.',
    isSecret: true,
  }),
};
