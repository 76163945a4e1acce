import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The files under each heading of the index, in reading order. */
const SECTIONS: Record<string, string[]> = {
  Guides: ['docs/guides/first-purchase.md', 'docs/guides/sign-a-request.md', 'docs/guides/*.md'],
  Reference: ['docs/reference/*.md'],
  Packages: [
    'packages/sdk/README.md',
    'packages/cli/README.md',
    'packages/mcp/README.md',
    'packages/gateway/README.md',
    'apps/sandbox/README.md',
  ],
  Optional: [
    'README.md',
    'ARCHITECTURE.md',
    'docs/architecture/*.md',
    'CONTRIBUTING.md',
    'docs/decisions/README.md',
  ],
};
const DOCUMENTS = [
  '- [OpenAPI document, JSON](openapi/openapi.json): every operation, field, limit and error, with code in six languages.',
  '- [OpenAPI document, YAML](openapi/openapi.yaml): the same.',
  '- [OpenAPI document of the ordering protocol](openapi/gateway.json): what a gateway in front of a shop answers.',
  '- [Signing vectors](packages/contract/vectors/signing.json): requests with their signatures, to test a signer with.',
  '- [Webhook vectors](packages/contract/vectors/webhooks.json): webhooks with their signatures, to test a receiver with.',
];

/** Title and first sentence of a page. */
export function summarise(markdown: string): { title: string; sentence: string } {
  const text = markdown.replaceAll(/<!--.*?-->\n*/gs, '');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const blocks = text.slice(text.indexOf(title) + title.length).split(/\n{2,}/);
  const prose = blocks.find((block) => /^\n*[A-Za-z`]/.test(block)) ?? '';
  const line = prose
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { title, sentence: /^.*?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, '.') ?? line };
}

/** An index of the documents for language models, in the form of llmstxt.org: titles, addresses and first sentences. */
export async function outputs(): Promise<Record<string, string>> {
  const readme = summarise(await readFile(join(ROOT, 'README.md'), 'utf8'));
  const seen = new Set<string>();
  const parts = [`# ${readme.title}`, `> ${readme.sentence}`];
  for (const [heading, patterns] of Object.entries(SECTIONS)) {
    const pages = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort());
    const links = await Promise.all(
      pages
        .filter((path) => !seen.has(path) && seen.add(path))
        .map(async (path) => {
          const { title, sentence } = summarise(await readFile(join(ROOT, path), 'utf8'));
          return `- [${title}](${path}): ${sentence}`;
        }),
    );
    parts.push(`## ${heading}`, [...links, ...(heading === 'Reference' ? DOCUMENTS : [])].join('\n'));
  }
  return { 'llms.txt': `${parts.join('\n\n')}\n` };
}
