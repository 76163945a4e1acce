import { Option, type Command } from 'commander';

/** A field of a record, as an option of the command line and a column of a file. */
export interface FieldOption {
  /** The option, with the name of its value; in camel case it is the field. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** Turns text into the value of the field. @throws InvalidArgumentError with what the text must be. */
  parse: (text: string) => string | number | boolean | string[] | Record<string, string>;
}

type Fields<N extends string> = Readonly<Record<N, FieldOption>>;

/** Adds the options of these fields; those of `needed` must be given. */
export function addFieldOptions<N extends string>(
  command: Command,
  fields: Fields<N>,
  names: readonly N[],
  needed: readonly N[] = [],
): Command {
  for (const name of names) {
    const { flags, description, choices, parse } = fields[name];
    const option = new Option(flags, description).makeOptionMandatory(needed.includes(name));
    if (choices) option.choices([...choices]);
    else if (option.required) option.argParser(parse);
    command.addOption(option);
  }
  return command;
}

/** The fields among the options of a command line. */
export function givenFields<T extends object, N extends keyof T & string>(
  options: T,
  names: readonly N[],
): Partial<Pick<T, N>> {
  const given = names.filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name]])) as Partial<Pick<T, N>>;
}

/** The option of a field, such as `--product-url`; undefined for a field that is not among them. */
export function optionOf(fields: Fields<string>, field: string): string | undefined {
  return Object.hasOwn(fields, field) ? fields[field]?.flags.split(' ')[0] : undefined;
}
