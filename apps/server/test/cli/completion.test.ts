import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../support/find-program.ts';
import { runBinary } from './procurement-intents.ts';

const SHELLS = {
  bash: findProgram(['bash'], ['bash'], 'the completion for bash'),
  zsh: findProgram(['zsh'], ['zsh'], 'the completion for zsh'),
  fish: findProgram(['fish'], ['fish'], 'the completion for fish'),
};

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'completion-'));
  writeFileSync(join(dir, 'purchases.csv'), '');
  for (const shell of Object.keys(SHELLS)) {
    const { stdout } = await runBinary(['completion', shell]);
    writeFileSync(join(dir, `completion.${shell}`), stdout);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs shell code in the folder of the completions, with `typed` in the environment. */
function runShell(shell: string, args: string[], typed: string): string {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    TERM: 'xterm',
    TYPED: `procurement-intents ${typed}`,
  };
  const { stdout, stderr, status } = spawnSync(shell, args, {
    cwd: dir,
    env,
    encoding: 'utf8',
    timeout: 15_000,
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

const IN_BASH = `source completion.bash
read -ra COMP_WORDS <<<"$TYPED"
[[ $TYPED == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_procurement_intents
printf '%s\\n' "\${COMPREPLY[@]}"`;

const IN_FISH = `source completion.fish
complete -C "$TYPED"`;

// A terminal with a line editor: what is typed, a tab, and a key that shows the line.
const IN_ZSH = `zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell 'autoload -Uz compinit && compinit -u -D && source completion.zsh && setopt no_beep
show-line() { zle -I; print -r -- "LINE=[$BUFFER]" }
zle -N show-line; bindkey "^X" show-line; print READ""Y'
zpty -r -m shell output '*READY*'
zpty -w -n shell "$TYPED"$'\\t\\C-x'
zpty -r -m shell output '*LINE=\\[*\\]*'
print -r -- \${\${output##*LINE=\\[}%%\\]*}`;

/** The words that the shell offers for the last one. */
function complete(shell: keyof typeof SHELLS, typed: string): string[] {
  const program = SHELLS[shell] ?? '';
  if (shell === 'zsh') {
    const line = runShell(program, ['-f', '-c', IN_ZSH], typed).trimEnd();
    return [line.split(' ').at(-1) ?? ''];
  }
  const [args, code] = shell === 'bash' ? [['--norc', '-c'], IN_BASH] : [['--no-config', '-c'], IN_FISH];
  return runShell(program, [...args, code], typed)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('in %s', (shell) => {
  const isHere = SHELLS[shell] !== null;

  it.runIf(isHere).each([
    ['a command', 'hea', 'health'],
    ['a command of a group', 'intents cre', 'create'],
    ['a command after an option with a value', '--config doctor intents ca', 'cancel'],
    ['an option', 'intents list --lim', '--limit'],
    ['an option of every command', 'intents create --base', '--base-url'],
    ['a value of an option', 'intents wait int_1 --until COM', 'COMPLETED'],
    ['an argument', 'config set appS', 'appSecret'],
    ['a file as an argument', 'intents import purch', 'purchases.csv'],
    ['a file of an option', 'verify GET /x --body purch', 'purchases.csv'],
  ])('completes %s: %s', (_, typed, expected) => {
    expect(complete(shell, typed)).toEqual([expected]);
  });
});

/** The commands in the help of a command. */
async function commandsInHelp(words: string[]): Promise<string[]> {
  const { stdout } = await runBinary([...words, '--help']);
  const section = /^Commands:\n((?: .*\n?)+)/m.exec(stdout)?.[1] ?? '';
  return [...section.matchAll(/^ {2}([a-z]+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
}

it.runIf(SHELLS.bash !== null).each([[[]], [['intents']], [['config']]])(
  'offers the commands that the help shows: %j',
  async (words: string[]) => {
    const typed = words.map((word) => `${word} `).join('');
    expect(complete('bash', typed)).toEqual(await commandsInHelp(words));
  },
);

it('refuses a shell that it does not know', async () => {
  const { exitCode, stderr } = await runBinary(['completion', 'tcsh']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('bash, zsh, fish') });
});
