import type { Argument, Command, Option } from 'commander';

/** What follows an option or stands as an argument: a file, one of some words, other text, or nothing. */
export type Value = { kind: 'file' | 'text' | 'none' } | { kind: 'choice'; words: readonly string[] };

export interface OptionNode {
  /** `-L` and `--limit`. */
  names: string[];
  description: string;
  value: Value;
}

/** One command, as completion sees it. */
export interface CommandNode {
  /** The words after the name of the program, such as `intents list`; empty for the program itself. */
  place: string;
  commands: { name: string; description: string }[];
  /** Own options and those of every command. */
  options: OptionNode[];
  arguments: Value[];
}

/** Every command of the program, which is their only table. */
export function readCommandTree(program: Command): CommandNode[] {
  const shared = program.options.filter(({ long }) => long !== '--version');
  const visit = (command: Command, words: string[]): CommandNode[] => {
    const own = command === program ? program.options : [...command.options, ...shared];
    const node: CommandNode = {
      place: words.join(' '),
      commands: command.commands.map((each) => ({
        name: each.name(),
        description: each.summary() || each.description(),
      })),
      options: [...own.map(toOptionNode), { names: ['-h', '--help'], description: 'show help', value: NONE }],
      arguments: command.registeredArguments.map((each) => valueOf(each)),
    };
    return [node, ...command.commands.flatMap((each) => visit(each, [...words, each.name()]))];
  };
  return visit(program, []);
}

const NONE: Value = { kind: 'none' };

function toOptionNode(option: Option): OptionNode {
  const { short, long, description, required, optional } = option;
  const names = [short, long].filter((name) => name !== undefined);
  return { names, description, value: required || optional ? valueOf(option) : NONE };
}

function valueOf(part: Option | Argument): Value {
  if (part.argChoices) return { kind: 'choice', words: part.argChoices };
  // The help says `<file>` where a file is meant.
  const text = 'flags' in part ? part.flags : `<${part.name()}>`;
  return { kind: /<file>/.test(text) ? 'file' : 'text' };
}

/** The names of options that take a value; the next word is not a command. */
export function namesWithValue(nodes: readonly CommandNode[]): string[] {
  const options = nodes.flatMap((node) => node.options).filter(({ value }) => value.kind !== 'none');
  return [...new Set(options.flatMap(({ names }) => names))];
}

/** The words that an argument may be. */
export function argumentWords(node: CommandNode): string[] {
  return node.arguments.flatMap((value) => (value.kind === 'choice' ? value.words : []));
}

export const takesFile = (node: CommandNode): boolean => node.arguments.some(({ kind }) => kind === 'file');

/** A word in single quotes, for a POSIX shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
