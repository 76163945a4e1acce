import { Argument, type Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { toBash } from './bash.ts';
import { readCommandTree, type CommandNode } from './command-tree.ts';
import { toFish } from './fish.ts';
import { toZsh } from './zsh.ts';

const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish } as const satisfies Record<
  string,
  (nodes: readonly CommandNode[]) => string
>;
type Shell = keyof typeof SHELLS;

export function addCompletionCommand(program: Command, { terminal }: CliContext): void {
  program
    .command('completion')
    .summary('complete commands in your shell')
    .description(
      'Prints the completion for a shell. In ~/.bashrc or ~/.zshrc: source <(procurement-intents completion bash). ' +
        'In ~/.config/fish/config.fish: procurement-intents completion fish | source.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .action((shell: Shell) => terminal.print(SHELLS[shell](readCommandTree(program))));
}
