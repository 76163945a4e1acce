import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '@procurement-intents/sdk/testing';
import { createServerFactory, type ServerParts } from '../src/create-server.ts';
import { readSettings } from '../src/settings.ts';
import { type HostOptions, type Line, openHost } from './hosts.ts';
import { BUYER } from './service.ts';

/** What the program reads when submit and cancel are allowed. */
export const ALLOWED = { PROCUREMENT_MCP_ALLOW: 'submit,cancel', PROCUREMENT_MCP_MAX_TOTAL: '500' };

/** Servers in this process on the service in memory, for an App that may buy. */
export function openMemory(
  env: Record<string, string> = ALLOWED,
  { service: options, ...parts }: Partial<ServerParts> & { service?: TestServiceOptions } = {},
) {
  const app = { appId: 'app_agent', appSecret: 'secret_of_the_agent', permissions: BUYER };
  const service: TestService = createTestService({ apps: [app], graceMs: 60_000, ...options });
  const client = service.client();
  const factory = createServerFactory({
    intents: client.intents,
    policy: readSettings(env).policy,
    version: '0.0.0',
    language: 'en',
    ...parts,
  });
  return {
    service,
    client,
    factory,
    open: (line: Line, host: HostOptions = {}) => openHost(line, { factory }, host),
    /** A draft as the agent makes it. */
    draft: (changes: object = {}) => client.intents.create({ ...service.order(changes), draft: true }),
  };
}
