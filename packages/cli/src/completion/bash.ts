import {
  argumentWords,
  namesWithValue,
  quoteForShell as quote,
  takesFile,
  type CommandNode,
  type OptionNode,
} from './command-tree.ts';

/** The completion for bash, 3.2 and newer. */
export function toBash(nodes: readonly CommandNode[]): string {
  const places = nodes.filter(({ place }) => place !== '').map(({ place }) => place);
  return `# Completion of procurement-intents for bash: source <(procurement-intents completion bash)
_procurement_intents() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local place='' word i=1 words='' options='' files=''
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word=\${COMP_WORDS[i]}
    case "$place $word" in
      ${places.map((place) => quote(place.includes(' ') ? place : ` ${place}`)).join(' | ')}) place="\${place:+$place }$word" ;;
    esac
    case $word in
      ${namesWithValue(nodes).join(' | ')}) i=$((i + 1)) ;;
    esac
    i=$((i + 1))
  done
  case "$place $previous" in
${nodes.flatMap((node) => node.options.flatMap((option) => toValueCase(node, option))).join('\n')}
    *)
      case $place in
${nodes.map(toPlaceCase).join('\n')}
      esac
      ;;
  esac
  case $current in -*) words=$options ;; esac
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$files" ]; then
    IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _procurement_intents procurement-intents
`;
}

function toValueCase({ place }: CommandNode, { names, value }: OptionNode): string[] {
  if (value.kind === 'none') return [];
  const pattern = names.map((name) => quote(`${place} ${name}`)).join(' | ');
  const effect = {
    file: 'files=1',
    text: ':',
    choice: `words=${quote(value.kind === 'choice' ? value.words.join(' ') : '')}`,
  }[value.kind];
  return [`    ${pattern}) ${effect} ;;`];
}

function toPlaceCase(node: CommandNode): string {
  const options = node.options.flatMap(({ names }) => names.filter((name) => name.startsWith('--')));
  const words = [...node.commands.map(({ name }) => name), ...argumentWords(node)];
  // Options are many: they are offered after a dash, or where there is nothing else.
  const isBare = words.length === 0 && !takesFile(node);
  const offered = isBare ? options : words;
  const effects = [`words=${quote(offered.join(' '))}`, `options=${quote(options.join(' '))}`];
  if (takesFile(node)) effects.push('files=1');
  return `        ${quote(node.place)}) ${effects.join(' ')} ;;`;
}
