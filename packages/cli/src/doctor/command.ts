import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { cleanText } from '../format-table.ts';
import { SETTING_NAMES } from '../settings-file.ts';
import { loadSettings, requireSettings, type GlobalOptions } from '../settings.ts';
import type { Style, Terminal } from '../terminal.ts';
import { checkClock } from './check-clock.ts';
import { checkConnectivity } from './check-connectivity.ts';
import { checkSettings } from './check-settings.ts';
import { checkSignature } from './check-signature.ts';
import { checkTransport } from './check-transport.ts';
import type { Finding } from './finding.ts';
import { isSignatureAccepted } from './probe.ts';

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .summary('find out why calls are refused')
    .description(
      'Checks settings, network, TLS, clock, signature, allow list and permissions, and says what to do. Changes nothing.',
    )
    .action(async (_: unknown, command: Command) => {
      const { terminal, setExitCode } = context;
      const options = optionsOf<object>(command);
      const findings: Finding[] = [];
      for await (const finding of runChecks(context, options)) {
        findings.push(finding);
        if (!options.json) await terminal.print(formatFinding(terminal, finding));
      }
      const exitCode = exitCodeOf(findings);
      setExitCode(exitCode);
      const isHealthy = exitCode === EXIT.ok;
      if (options.json) await printJson(terminal, { isHealthy, findings });
      else await terminal.print(isHealthy ? '\nSigned calls work.\n' : '\nSee the lines with FAIL.\n');
    });
}

/** The checks in the order in which a call can fail. Ends when a failure makes the remaining checks meaningless. */
async function* runChecks({ terminal, env }: CliContext, options: GlobalOptions): AsyncGenerator<Finding> {
  const settings = await loadSettings(options, env, terminal.input);
  const values = requireSettings(settings, ...SETTING_NAMES);
  const form = checkSettings(values, settings);
  yield* form;
  if (form.some(({ verdict }) => verdict === 'fail')) return;

  const { findings, isReached, clockOffsetMs, proxy } = await checkConnectivity(values.baseUrl, env);
  yield* findings;
  if (!isReached) return;
  yield checkClock(clockOffsetMs);

  const target = { values, env, clockOffsetMs: clockOffsetMs ?? 0, proxy };
  const { finding, answer } = await checkSignature(target);
  yield finding;
  if (isSignatureAccepted(answer)) yield* await checkTransport(target, answer);
}

function exitCodeOf(findings: Finding[]): ExitCode {
  const failed = findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
  if (failed.length === 0) return EXIT.ok;
  if (failed.includes('reachable')) return EXIT.unavailable;
  return failed.some((check) => ['address', 'App id', 'App secret'].includes(check))
    ? EXIT.usage
    : EXIT.refused;
}

const MARKERS: Record<Finding['verdict'], [marker: string, style: Style]> = {
  ok: ['ok  ', 'green'],
  warn: ['warn', 'yellow'],
  fail: ['FAIL', 'red'],
  skip: ['skip', 'dim'],
};
// The length of the longest check name.
const CHECK_WIDTH = 'caller address'.length;

function formatFinding({ paint }: Terminal, { check, verdict, detail, advice, requestId }: Finding): string {
  const [marker, style] = MARKERS[verdict];
  const lines = [`${paint(style, marker)}  ${check.padEnd(CHECK_WIDTH)}  ${cleanText(detail)}`];
  if (advice !== undefined) lines.push(`      ${cleanText(advice)}`);
  if (requestId !== undefined && verdict !== 'ok')
    lines.push(paint('dim', `      request id: ${cleanText(requestId)}`));
  return `${lines.join('\n')}\n`;
}
