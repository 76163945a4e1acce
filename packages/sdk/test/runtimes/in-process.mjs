import { createRequire, register } from 'node:module';
import process from 'node:process';
import { openServersAt, runChecks } from './checks.mjs';

// Runs the checks in Node, Bun or Deno. The process must end by itself when nothing is left to do.

const isNode = !('bun' in process.versions || 'deno' in process.versions);
// As test runners do. In Node 22 these hooks make every import() wait for another thread.
if (isNode)
  register('data:text/javascript,export const resolve = (name, context, next) => next(name, context);');
const [controlUrl, loadedBy] = process.argv.slice(2);
const name = '@procurement-intents/sdk';
const load = (entry) => (loadedBy === 'require' ? createRequire(import.meta.url)(entry) : import(entry));
const sdk = await load(name);
const webhooks = await load(`${name}/webhooks`);
const vectors = await (await fetch(`${controlUrl}/vectors`)).json();
const webhookVectors = await (await fetch(`${controlUrl}/webhook-vectors`)).json();
const results = await runChecks({
  sdk,
  webhooks,
  openServer: openServersAt(controlUrl),
  vectors,
  webhookVectors,
  isNode,
  isPage: false,
});
process.stdout.write(`${JSON.stringify({ results })}\n`);
