import { existsSync, readFileSync } from 'node:fs';

// Plain JavaScript: `npm pack` runs it on any Node of the machine. Without it, a package that nobody built would be published
// with a name and no program.

const { name, main, types, bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Every path in a value of the manifest. */
const pathsOf = (value) =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsOf) : (value ?? []);

const missing = pathsOf([main, types, bin, exports]).filter((path) => !existsSync(path));
if (missing.length > 0) {
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  console.error(`${name} is not built: ${missing[0]}${more} missing. Run \`npm run build\` here first.`);
  process.exit(1);
}
