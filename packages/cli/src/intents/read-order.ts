import type { CreateIntentBody } from '@procurement-intents/sdk';
import type { Readable } from 'node:stream';
import { givenFields } from '../field-options.ts';
import { readInput, SECRET_ELSEWHERE, STDIN } from '../read-input.ts';
import type { GlobalOptions } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { ORDER_FIELDS } from './order-fields.ts';

/** The options that describe an order. */
export type OrderOptions = { [F in keyof CreateIntentBody]?: CreateIntentBody[F] | undefined };

interface FieldSources<F extends keyof CreateIntentBody> {
  options: OrderOptions & GlobalOptions;
  /** The fields that may be given. */
  names: readonly F[];
  stdin: Readable;
}

/**
 * The given fields of an order: the JSON object of a file or stdin, overridden by the options. The service validates
 * what comes from a file, and reports every invalid field.
 *
 * @throws UsageError when nothing is given, or when the file does not hold a JSON object.
 */
export async function readFields<F extends keyof CreateIntentBody>(
  file: string | undefined,
  { options, names, stdin }: FieldSources<F>,
): Promise<Pick<CreateIntentBody, F>> {
  const given = givenFields(options, names);
  if (file === undefined && Object.keys(given).length === 0) {
    const examples = names.slice(0, 3).map((name) => ORDER_FIELDS[name].flags.split(' ')[0]);
    throw new UsageError(
      'no field was given',
      `Name a JSON file, - for stdin, or options such as ${examples.join(', ')}.`,
    );
  }
  if (file === STDIN && options.appSecretStdin) {
    throw new UsageError('only one of the order and the secret can come from stdin', SECRET_ELSEWHERE);
  }
  const fromFile =
    file === undefined ? {} : parseObject(file, (await readInput(file, stdin)).toString('utf8'));
  return { ...fromFile, ...given } as Pick<CreateIntentBody, F>;
}

/** @throws UsageError unless `text`, of this file, is one JSON object. */
export function parseObject(file: string, text: string): object {
  const name = file === STDIN ? 'stdin' : file;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not valid JSON: ${(error as Error).message}`, 'Correct the JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(
      `${name} must hold one JSON object`,
      'Put the fields into one object: {"title": …}.',
    );
  }
  return value;
}
