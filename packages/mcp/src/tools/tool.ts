import {
  type InputRequiredResult,
  fromJsonSchema,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { Intents } from '@procurement-intents/sdk';
import type { AskPerson } from '../ask-person.ts';
import type { Policy } from '../settings.ts';

/** A JSON Schema of flat arguments. */
export interface ArgumentsSchema {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
  additionalProperties?: false;
}

/** What a tool works with. */
export interface ToolParts {
  intents: Intents;
  policy: Policy;
  askPerson: AskPerson;
}

export interface Tool<Arguments = never> {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  schema: ArgumentsSchema;
  /** Runs the tool. Its result is shown as JSON; a question to a person is passed on as it is. */
  run(args: Arguments, parts: ToolParts, ctx: ServerContext): Promise<object | InputRequiredResult>;
}

/** A tool of any arguments. */
export type AnyTool = Tool;

export const ID: ArgumentsSchema = {
  type: 'object',
  properties: { id: { type: 'string', description: 'Id of the intent: int_…' } },
  required: ['id'],
  additionalProperties: false,
};

/** What is wrong with the arguments, in words; null: nothing. */
export async function findFault(
  schema: ArgumentsSchema,
  args: Record<string, unknown>,
): Promise<string | null> {
  // A fault that names no argument helps no model.
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(schema.properties, name));
  if (unknown.length > 0 && schema.additionalProperties === false) return `unknown: ${unknown.join(', ')}`;
  const { issues } = await fromJsonSchema(schema as never)['~standard'].validate(args);
  return issues ? issues.map(({ message }) => message).join('; ') : null;
}
