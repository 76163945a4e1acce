import {
  CANCEL_REFUSAL_TEXTS,
  CANCEL_REFUSALS,
  FAILURE_BY_REJECT_REASON,
  GATEWAY_PROTOCOL_HEADER,
  GATEWAY_PROTOCOL_VERSION,
  ORDER_STATUSES,
  REJECT_REASONS,
} from '../../src/gateway/codes.ts';
import type { JsonSchema } from '../json-schema.ts';
import { anchor, code, grouped, page, table } from '../markdown.ts';
import { INTRODUCTION, messageSchemas, plainSchema } from './openapi.ts';
import { GATEWAY_OPERATIONS } from './operations.ts';
import type { GatewayOperation, MessageName } from './operations.ts';

const linkTo = (name: string): string => `[${name}](#${anchor(name)})`;

function boundsOf({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return ` of ${minLength ?? 0} to ${grouped(maxLength)} characters`;
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return ` from ${grouped(minimum)} to ${grouped(maximum)}`;
  return minimum === undefined ? '' : `, ${grouped(minimum)} or more`;
}

function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, enum: values, items, type, properties, pattern, format } = schema;
  if ($ref) return linkTo($ref.split('/').at(-1) ?? '');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (values) return values.map((value) => code(String(value))).join(', ');
  if (items) return `list of ${typeOf(items)}`;
  if (properties) return `object of ${Object.keys(properties).map(code).join(', ')}`;
  if (format === 'date-time') return 'time in UTC';
  if (pattern !== undefined && format === undefined) return code(pattern);
  return `${[type ?? 'any'].flat().join(' or ')}${boundsOf(schema)}`;
}

function messageBlocks([name, schema]: [string, JsonSchema]): string[] {
  const { description = '', properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([field, each]) => [
    code(field),
    required.includes(field) ? 'always' : 'sometimes',
    typeOf(each),
    each.description ?? '',
  ]);
  return [`### ${name}`, description, table(['Field', 'Present', 'Type', 'Meaning'], rows)];
}

function operationBlocks({
  method,
  path,
  summary,
  rules,
  parameters,
  body,
  responses,
}: GatewayOperation): string[] {
  const named = (message: MessageName | undefined) => (message ? linkTo(message) : '-');
  const parameterRows = Object.entries(parameters ?? {}).map(([name, { schema, isRequired, doc }]) => [
    code(name),
    isRequired ? 'always' : 'sometimes',
    typeOf(plainSchema(schema)),
    doc,
  ]);
  return [
    `### ${summary}`,
    `${code(`${method.toUpperCase()} ${path}`)}${body ? ` with ${linkTo(body)}` : ''}`,
    rules,
    ...(parameterRows.length > 0 ? [table(['Parameter', 'Present', 'Type', 'Meaning'], parameterRows)] : []),
    table(
      ['Status', 'Body', 'Meaning'],
      Object.entries(responses).map(([status, { message, doc }]) => [status, named(message), doc]),
    ),
  ];
}

/** The page of the ordering protocol. */
export function gatewayPage(): string {
  return page(
    'The ordering protocol',
    `${INTRODUCTION} This page is for whoever connects a shop; [the kit](../../packages/gateway/README.md) keeps the rules for an adapter. The same as OpenAPI: [JSON](../../openapi/gateway.json), [YAML](../../openapi/gateway.yaml).`,
    '## Every call',
    `- ${code(`Authorization: Bearer …`)}: the token of the platform's settings. A gateway may take two, while one replaces the other.\n- ${code(`${GATEWAY_PROTOCOL_HEADER}: ${GATEWAY_PROTOCOL_VERSION}`)} in both directions, and ${code('X-Request-Id')} for the logs of both.\n- JSON. Amounts are yuan with at most two decimals, times are UTC.\n- Every status that the tables do not name, 401, 403, 429 and 5xx, and silence mean that nobody knows: the service asks again, after \`Retry-After\` where it is there.`,
    '## Operations',
    ...Object.values(GATEWAY_OPERATIONS).flatMap(operationBlocks),
    '## Words',
    `A status is one of ${ORDER_STATUSES.map(code).join(', ')}.`,
    table(
      ['Reason of a refusal', '`failureCode` of the intent'],
      REJECT_REASONS.map((reason) => [code(reason), code(FAILURE_BY_REJECT_REASON[reason])]),
    ),
    table(
      ['Reason of a refused cancellation', 'What the caller reads'],
      CANCEL_REFUSALS.map((reason) => [code(reason), CANCEL_REFUSAL_TEXTS[reason]]),
    ),
    'Another word counts as `OTHER`.',
    '## Messages',
    ...Object.entries(messageSchemas()).flatMap(messageBlocks),
  );
}
