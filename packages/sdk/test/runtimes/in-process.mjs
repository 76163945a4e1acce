import { createRequire } from 'node:module';
import process from 'node:process';
import { openServersAt, runChecks } from './checks.mjs';

// Runs the checks in Node, Bun or Deno. The process must end by itself when nothing is left to do.

const [controlUrl, loadedBy] = process.argv.slice(2);
const name = '@procurement-intents/sdk';
const sdk = loadedBy === 'require' ? createRequire(import.meta.url)(name) : await import(name);
const vectors = await (await fetch(`${controlUrl}/vectors`)).json();
const results = await runChecks({ sdk, openServer: openServersAt(controlUrl), vectors, isPage: false });
process.stdout.write(`${JSON.stringify({ results })}\n`);
