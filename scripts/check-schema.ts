import { fileURLToPath } from 'node:url';
import { findDrift } from './find-drift.ts';

// Checks that prisma/schema.prisma and prisma/migrations describe the same schema; `findDrift` lists what it
// compares.

const prismaFile = (name: string) => fileURLToPath(new URL(`../apps/server/prisma/${name}`, import.meta.url));

const drift = await findDrift(prismaFile('schema.prisma'), prismaFile('migrations'));
if (drift.length > 0) {
  console.error(`schema.prisma and its migrations differ:\n${drift.join('\n')}`);
  process.exitCode = 1;
}
