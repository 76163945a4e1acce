import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';

// Chromium comes with the system, and playwright-core, which has no browser of its own, drives it.

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// A second on a machine of its own.
const START_TIMEOUT_MS = 180_000;

/** The part of playwright-core that starts a browser. */
interface Playwright<Browser> {
  chromium: { launchPersistentContext(folder: string, options: object): Promise<Browser> };
}

const driverOf = (workspace: string): string =>
  join(workspace, 'node_modules', 'playwright-core', 'index.mjs');

/**
 * Installs the packages of a workspace, and the browser where that is allowed.
 *
 * @returns why no browser can be started; undefined when one can.
 */
export async function whyNoChromium(workspace: string): Promise<string | undefined> {
  if (!existsSync(CHROMIUM) && process.getuid?.() === 0) {
    await runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  if (!existsSync(CHROMIUM)) return `there is no ${CHROMIUM}, and apt could not install it`;
  await runCommand('pnpm', ['install', '--frozen-lockfile'], { cwd: workspace });
  return existsSync(driverOf(workspace)) ? undefined : 'playwright-core could not be installed';
}

/** Starts a browser with a new profile, and ends it after `work`. `Browser` names the parts of it that are used. */
export async function withChromium<Browser extends { close(): Promise<void> }, T>(
  workspace: string,
  options: object,
  work: (browser: Browser) => Promise<T>,
): Promise<T> {
  const { chromium } = (await import(driverOf(workspace))) as Playwright<Browser>;
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: FLAGS,
    timeout: START_TIMEOUT_MS,
    ...options,
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
