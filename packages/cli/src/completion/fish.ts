import {
  argumentWords,
  namesWithValue,
  takesFile,
  type CommandNode,
  type OptionNode,
} from './command-tree.ts';

/** The completion for fish. */
export function toFish(nodes: readonly CommandNode[]): string {
  const places = nodes.filter(({ place }) => place !== '').map(({ place }) => place);
  return `# Completion of procurement-intents for fish: procurement-intents completion fish | source
function __procurement_intents_place
    set -l place ''
    set -l is_value 0
    for word in (commandline -opc)
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch "$place $word"
            case ${places.map((place) => quote(place.includes(' ') ? place : ` ${place}`)).join(' ')}
                set place (string trim -- "$place $word")
        end
        if contains -- $word ${namesWithValue(nodes).join(' ')}
            set is_value 1
        end
    end
    echo $place
end
function __procurement_intents_at
    test (__procurement_intents_place) = "$argv[1]"
end
complete -c procurement-intents -e
complete -c procurement-intents -f
${nodes.flatMap(toLines).join('\n')}
`;
}

function toLines(node: CommandNode): string[] {
  const start = `complete -c procurement-intents -n ${quote(`__procurement_intents_at ${quote(node.place)}`)}`;
  return [
    ...node.commands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...argumentWords(node).map((word) => `${start} -a ${quote(word)}`),
    ...(takesFile(node) ? [`${start} -F`] : []),
    ...node.options.map((option) => `${start} ${toOption(option)}`),
  ];
}

function toOption({ names, description, value }: OptionNode): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const effect = {
    none: '',
    file: '-r -F',
    text: '-x',
    choice: `-x -a ${quote(value.kind === 'choice' ? value.words.join(' ') : '')}`,
  }[value.kind];
  return [...flags, effect, `-d ${quote(description)}`].filter((part) => part !== '').join(' ');
}

/** In single quotes of fish, a backslash escapes. */
const quote = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
