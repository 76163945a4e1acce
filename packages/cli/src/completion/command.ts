import { basename } from 'node:path';
import { Argument, type Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import { toBash } from './bash.ts';
import { readCommandTree, type CommandNode } from './command-tree.ts';
import { toFish } from './fish.ts';
import { toZsh } from './zsh.ts';

const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish } as const satisfies Record<
  string,
  (nodes: readonly CommandNode[]) => string
>;
type Shell = keyof typeof SHELLS;

export function addCompletionCommand(program: Command, { terminal, env }: CliContext): void {
  program
    .command('completion')
    .summary('complete commands in your shell')
    .description(
      'Prints the completion for a shell. In ~/.bashrc or ~/.zshrc: source <(procurement-intents completion bash). ' +
        'In ~/.config/fish/config.fish: procurement-intents completion fish | source.',
    )
    .addArgument(
      new Argument('[shell]', 'which shell; default: yours, by $SHELL').choices(Object.keys(SHELLS)),
    )
    .action((shell: Shell | undefined) =>
      terminal.print(SHELLS[shell ?? shellOf(env.SHELL)](readCommandTree(program))),
    );
}

/** The shell of the environment. @throws UsageError when there is none that can complete. */
function shellOf(path: string | undefined): Shell {
  const name = basename(path ?? '');
  if (isShell(name)) return name;
  throw new UsageError(
    'no shell is named, and $SHELL names none that can complete',
    `Name one of ${Object.keys(SHELLS).join(', ')}: procurement-intents completion bash.`,
  );
}

const isShell = (name: string): name is Shell => Object.hasOwn(SHELLS, name);
