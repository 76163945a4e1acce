import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// A Prisma generator: Prisma starts it, sends one JSON-RPC request per line on stdin and reads the responses on
// stderr. It writes the parsed schema to the file that its block in the schema names.

interface Request {
  id: number;
  method: string;
  params: { generator?: { config: { file: string } }; dmmf?: unknown };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Request;
  const result =
    method === 'getManifest' ? { manifest: { prettyName: 'datamodel', defaultOutput: '.' } } : null;
  if (method === 'generate' && params.generator) {
    writeFileSync(params.generator.config.file, JSON.stringify(params.dmmf));
  }
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
