import { createRequire } from 'node:module';
import process from 'node:process';
import { openWorldsAt, runChecks } from './checks.mjs';

// Runs the checks in Node, Bun or Deno. Ends by itself, as soon as nothing is left to do: that is a check too.

const [controlUrl, manner] = process.argv.slice(2);
const name = '@procurement-intents/sdk';
const sdk = manner === 'require' ? createRequire(import.meta.url)(name) : await import(name);
const vectors = await (await fetch(`${controlUrl}/vectors`)).json();
const results = await runChecks({ sdk, openWorld: openWorldsAt(controlUrl), vectors, isPage: false });
process.stdout.write(`${JSON.stringify({ results })}\n`);
