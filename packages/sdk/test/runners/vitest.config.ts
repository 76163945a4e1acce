// Without an import, because two versions of vitest run this folder.
export default { test: { globals: true, include: ['*vitest.test.mjs'] } };
