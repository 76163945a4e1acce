import type { CreateIntentBody } from '@procurement-intents/sdk';
import type { Readable } from 'node:stream';
import { readInput, STDIN } from '../read-input.ts';
import { UsageError } from '../usage-error.ts';

/** The options of `intents create` that describe the order. */
export type OrderOptions = Partial<CreateIntentBody>;

type Field = keyof CreateIntentBody;

// The type requires an entry for every field, so that a new field of the service must be decided here.
const IS_OPTION: Record<Field, true> = {
  userId: true,
  platform: true,
  productUrl: true,
  title: true,
  price: true,
  quantity: true,
  recipientName: true,
  address: true,
  phone: true,
  remarks: true,
  draft: true,
};

/**
 * The order: the JSON object of a file or stdin, overridden by the options. The service validates it and reports
 * every invalid field.
 *
 * @throws UsageError when there is no order, or when the file does not hold a JSON object.
 */
export async function readOrder(
  file: string | undefined,
  options: OrderOptions,
  stdin: Readable,
): Promise<CreateIntentBody> {
  const given = Object.fromEntries(
    (Object.keys(IS_OPTION) as Field[])
      .filter((field) => options[field] !== undefined)
      .map((field) => [field, options[field]]),
  );
  if (file === undefined && Object.keys(given).length === 0) {
    throw new UsageError('say what to buy: a JSON file, - for stdin, or options such as --product-url');
  }
  const fromFile =
    file === undefined ? {} : parseObject(file, (await readInput(file, stdin)).toString('utf8'));
  return { ...fromFile, ...given } as unknown as CreateIntentBody;
}

function parseObject(file: string, text: string): object {
  const name = file === STDIN ? 'stdin' : file;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name} must hold one JSON object`);
  }
  return value;
}
