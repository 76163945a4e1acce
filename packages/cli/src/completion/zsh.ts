import {
  argumentWords,
  namesWithValue,
  quoteForShell as quote,
  takesFile,
  type CommandNode,
  type OptionNode,
} from './command-tree.ts';

/** The completion for zsh, to be sourced or to be a file of `fpath`. */
export function toZsh(nodes: readonly CommandNode[]): string {
  const places = nodes.filter(({ place }) => place !== '').map(({ place }) => place);
  return `#compdef procurement-intents
# Completion of procurement-intents for zsh: source <(procurement-intents completion zsh)
_procurement_intents() {
  local place='' word i=2
  local -a commands options
  while (( i < CURRENT )); do
    word=$words[i]
    case "$place $word" in
      (${places.map((place) => quote(place.includes(' ') ? place : ` ${place}`)).join('|')}) place="\${place:+$place }$word" ;;
    esac
    case $word in
      (${namesWithValue(nodes).join('|')}) (( i++ )) ;;
    esac
    (( i++ ))
  done
  case "$place $words[CURRENT-1]" in
${nodes.flatMap((node) => node.options.flatMap((option) => toValueCase(node, option))).join('\n')}
  esac
  case $place in
${nodes.map(toPlaceCase).join('\n')}
  esac
  (( $#commands )) && _describe -t commands command commands
  _describe -o -t options option options
}
if [[ $funcstack[1] == _procurement_intents ]]; then
  _procurement_intents "$@"
else
  compdef _procurement_intents procurement-intents
fi
`;
}

function toValueCase({ place }: CommandNode, { names, value }: OptionNode): string[] {
  if (value.kind === 'none') return [];
  const pattern = names.map((name) => quote(`${place} ${name}`)).join('|');
  const effect = {
    file: '_files',
    text: '_message value',
    choice: `compadd -- ${value.kind === 'choice' ? value.words.map(quote).join(' ') : ''}`,
  }[value.kind];
  return [`    (${pattern}) ${effect}; return ;;`];
}

function toPlaceCase(node: CommandNode): string {
  const words = [...node.commands, ...argumentWords(node).map((name) => ({ name, description: '' }))];
  const commands = words.map(({ name, description }) => describe(name, description)).join(' ');
  const options = node.options
    .map(({ names, description }) => describe(names.at(-1) ?? '', description))
    .join(' ');
  const files = takesFile(node) ? ' _files;' : '';
  return `    (${quote(node.place)}) commands=(${commands}); options=(${options});${files} ;;`;
}

/** A colon separates a word from its description. */
const describe = (name: string, description: string): string =>
  quote(
    [name, description]
      .filter((part) => part !== '')
      .map((part) => part.replaceAll(':', String.raw`\:`))
      .join(':'),
  );
