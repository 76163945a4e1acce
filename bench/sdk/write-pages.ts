import type { Module, Page, Pages } from './measure-pages.ts';
import { count, table } from './table.ts';

export const PAGES_TITLE = '## Size of a page';

// Judged by hand, in the minified page of November 2026: each was changed there and compressed again.
const BYTES_TRIED =
  'What remains beside them is features of some dozens of bytes each: the longest texts are error messages, and repeated names cost almost nothing after compression. Tried, with what it saved: the common prefix of the paths kept once (1 B), shorter names of all properties that only this package uses beyond those that the build shortens (at most 12 B a name), the timer that each waiting call has for runtimes that end timers of others (12 B), the address checked by its `href` (0 B), the table of routes as one text that is split when it is read (20 B more), the same for the table of the bearer client (19 B more), constants put in where they are used (1 B more), the pauses of both followers as a class (12 B more than a function). What an option must be is said in the build for Node alone (100 to 150 B).';

/** Whole features, each a promise of the public interface that a page could be made without. */
const FEATURES: Record<string, string> = {
  'http/rate-limiter.ts': 'the pace that keeps a page from being refused',
  'wait-for-intent.ts': '`waitFor` and `createAndWait`',
  'webhook-endpoints.ts': '`client.webhooks`',
  'events.ts': '`client.events`',
  'http/server-clock.ts': 'the correction of a wrong clock',
  'http/on-attempt.ts': '`onAttempt`',
  'intent-list.ts': 'lists that go on from page to page',
};

/** The section about pages. */
export function writePages({ pages, modules }: Pages, date: string): string {
  return [
    PAGES_TITLE,
    `Measured on ${date}; \`npm run bench:sdk -- pages\` measures and writes this section alone. Bundled and minified by esbuild for browsers (ES2022), gzip -9. A test holds the sizes.`,
    table(
      ['Page with', 'Goal', 'Measured', ''],
      pages.map(({ name, goal, bytes }) => [
        `\`${name}\``,
        `at most ${count(goal)} B`,
        `${count(bytes)} B`,
        bytes <= goal ? 'met' : '**not met**',
      ]),
    ),
    explain(pages, modules),
    BYTES_TRIED,
    '### What each module costs',
    table(
      ['Source', 'Minified bytes', 'Gzipped bytes saved without it'],
      modules.map(({ file, minified, saved }) => [`\`${file}\``, count(minified), count(saved)]),
    ),
    'In the page with `ProcurementIntents`, each source in turn with empty functions in place of its exports. A source takes with it what nothing else imports, so the figures add up to more than the page.',
  ].join('\n\n');
}

/** Why the goals are not reached, in the measured values. */
function explain(pages: readonly Page[], modules: readonly Module[]): string {
  const missed = pages.filter(({ bytes, goal }) => bytes > goal);
  if (missed.length === 0) return 'Every goal is reached.';
  const needs = missed.map(({ name, bytes, goal }) => `\`${name}\` ${count(bytes - goal)} B`).join(', ');
  const features = modules.flatMap(({ file, saved }) =>
    FEATURES[file] === undefined ? [] : [`${FEATURES[file]} (${count(saved)} B)`],
  );
  return `Too much: ${needs}. Most of a page makes, signs, times and repeats requests, which no client can do without. The features that could go, each with what it would save: ${features.join('; ')}. To reach the goal of the whole client, several of them would have to leave the class, which breaks every program that calls them; a page that needs no secret takes \`SignerClient\`, and one that signs or judges alone takes a function.`;
}

/** The report with this section in place of its own. */
export function replacePages(report: string, section: string): string {
  const start = report.indexOf(PAGES_TITLE);
  const end = report.indexOf('\n## ', start);
  if (start < 0 || end < 0) throw new Error(`the report has no section "${PAGES_TITLE}"`);
  return `${report.slice(0, start)}${section}\n${report.slice(end)}`;
}
