import { join } from 'node:path';
import { buildPackages, installPackages } from './packages/prepare-packages.ts';
import { endCommandsOnExit, runCommand } from './run-command.ts';

// Has the command line of the official inspector judge the built program for agents. It is a package with an exact version in a
// workspace of its own.

const FOLDER = join('packages', 'mcp', 'test', 'inspector');

endCommandsOnExit();
await buildPackages();
await installPackages(join(import.meta.dirname, '..', FOLDER));
const config = join(FOLDER, 'vitest.config.ts');
process.exitCode = (await runCommand('vitest', ['run', '--config', config], { isShown: true })).code;
