import { renderCliTables } from './cli-tables.ts';
import { renderMcpTables } from './mcp-tables.ts';
import { renderBearerTables } from './bearer-tables.ts';
import { renderBearerTypes } from './bearer-types.ts';
import { renderSdkFixes, renderSdkTables } from './tables.ts';
import { renderSdkTypes } from './types.ts';
import { renderWebhookSigning, renderWebhookTypes } from './webhook-types.ts';

/** The files to commit, by path from the root of the repository. */
export function outputs(): Record<string, string> {
  const bearer = renderBearerTypes();
  return {
    'packages/sdk/src/generated/types.ts': renderSdkTypes(),
    'packages/sdk/src/generated/tables.ts': renderSdkTables(),
    'packages/sdk/src/generated/fixes.ts': renderSdkFixes(),
    'packages/sdk/src/generated/bearer-types.ts': bearer.types,
    'packages/sdk/src/generated/bearer-resources.ts': bearer.resources,
    'packages/sdk/src/generated/bearer-tables.ts': renderBearerTables(),
    'packages/sdk/src/generated/webhook-types.ts': renderWebhookTypes(),
    'packages/sdk/src/generated/webhook-signing.ts': renderWebhookSigning(),
    'packages/cli/src/generated/tables.ts': renderCliTables(),
    'packages/mcp/src/generated/tables.ts': renderMcpTables(),
  };
}
