import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/test/support/test-service.ts';
import { readPicture } from '../../scripts/terminal/draw-terminal.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DEMO = join(ROOT, 'packages', 'sdk', 'demo', 'demo.ts');
const PICTURE = readFileSync(join(ROOT, 'docs', 'demo.svg'), 'utf8');
const STEP = /^✓ (.{15}) (?:(?:int_\S+|-) +)?([A-Z]+) +[\d.]+ s {2}(.*)$/;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, graceMs: 1000, sandboxSpeed: 4 });
});
afterAll(() => service.stop());

/** What the demo prints where it cannot draw: a line for each change of a purchase. */
async function runDemo(): Promise<string[]> {
  const { signer, baseUrl, sandboxUrl } = service;
  const env = {
    PATH: process.env['PATH'],
    BASE_URL: baseUrl,
    DEMO_APP_ID: signer.appId,
    DEMO_APP_SECRET: signer.appSecret,
    SANDBOX_URL: sandboxUrl,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [DEMO], { env });
  return stdout.trimEnd().split('\n');
}

/** The last step of each purchase by its label: how it ended. */
const endsOf = (lines: string[]) =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, label = '', status = '', detail = ''] = STEP.exec(line) ?? [];
      return status ? [[label.trimEnd(), `${status} ${detail.replaceAll(/\d/g, '0')}`]] : [];
    }),
  );

/** All other lines but empty ones, without the ports. */
const sentencesOf = (lines: string[]) =>
  lines.filter((line) => /^[A-Za-z]/.test(line)).map((line) => line.replace(/:\d+$/, ''));

it('the picture of the demo shows what the demo prints', async () => {
  const [prompt, ...shown] = readPicture(PICTURE);
  const printed = await runDemo();
  expect(prompt).toBe('$ npm run demo');
  expect(sentencesOf(shown)).toEqual(sentencesOf(printed));
  const [ends, expected] = [endsOf(shown), endsOf(printed)];
  expect(Object.keys(ends).toSorted()).toEqual(Object.keys(expected).toSorted());
  // The picture is of a narrow terminal, which cuts off the end of a line.
  for (const [label, end] of Object.entries(ends)) expect(expected[label]?.slice(0, end.length)).toBe(end);
}, 60_000);

it('the picture loads nothing, names no machine, and has a light and a dark theme', () => {
  const addresses = PICTURE.match(/https?:\/\/[^"<\s]+/g) ?? [];
  expect(addresses.filter((each) => !each.startsWith('http://127.0.0.1:'))).toEqual([
    'http://www.w3.org/2000/svg',
  ]);
  expect(PICTURE).not.toMatch(/<(?:image|script|use|a)\b|@import|url\(|\/(?:home|root|Users|work)\//);
  expect(PICTURE).toContain('@media (prefers-color-scheme: dark)');
});

it('the README shows the picture near its top, with a text for those who do not see it', () => {
  const lines = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n');
  const [place] = lines.flatMap((line, index) =>
    /^!\[.{60,}\]\(docs\/demo\.svg\)$/.test(line) ? [index] : [],
  );
  expect(place).toBeLessThan(30);
  expect(lines.length).toBeLessThanOrEqual(150);
});
