import { whyNoChromium, withChromium } from './chromium.ts';
import { type Browser, REFERENCE_WORKSPACE } from './reference-pages.ts';
import { endCommandsOnExit } from '../run-command.ts';

/**
 * Runs a check and prints its line; a failure does not keep the next ones from running. With words on the command line, only
 * checks run whose name has one of them, and those that others need.
 */
export type Check = (
  name: string,
  run: () => Promise<void>,
  options?: { isNeeded?: boolean },
) => Promise<void>;

const WORDS = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const isWanted = (name: string): boolean => WORDS.length === 0 || WORDS.some((word) => name.includes(word));

/** Runs the checks of `work` in one browser, and fails the process when one of them fails or none ran. */
export async function runBrowserChecks(
  options: object,
  work: (browser: Browser, check: Check) => Promise<void>,
): Promise<void> {
  endCommandsOnExit();
  const skipReason = await whyNoChromium(REFERENCE_WORKSPACE);
  if (skipReason !== undefined) return console.log(`skip  ${skipReason}`);
  const totals = { passed: 0, failed: 0 };
  const check: Check = async (name, run, { isNeeded = false } = {}) => {
    if (!isNeeded && !isWanted(name)) return;
    const startedAt = performance.now();
    const failure = await run().then(
      () => null,
      (error: unknown) => String(error),
    );
    totals[failure === null ? 'passed' : 'failed'] += 1;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${failure === null ? 'ok   ' : 'FAIL '} ${name} (${seconds} s)${failure === null ? '' : `\n${failure}`}`,
    );
  };
  await withChromium<Browser, void>(REFERENCE_WORKSPACE, options, (browser) => work(browser, check));
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
