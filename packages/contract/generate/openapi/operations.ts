import { z } from 'zod';
import { ERROR_NAME_HEADER, ERRORS, type ErrorName } from '../../src/errors.ts';
import { LABEL_PARAMETER } from '../../src/intents/label-filters.ts';
import { RATE_LIMITS } from '../../src/limits.ts';
import { type RouteMetadata, signedPartOf } from '../../src/signed/metadata.ts';
import { listPermissions } from '../../src/permissions.ts';
import type { OperationId } from '../../src/signed/route-table.ts';
import { codeSamples } from '../code-samples/code-samples.ts';
import { type HEADER_COMPONENTS, HEADER_PARAMETERS, SIGNED } from './components.ts';
import { REQUEST_EXAMPLES, SUCCESS_EXAMPLES } from './examples.ts';
import {
  commonHeaders,
  describeBody,
  describeParameters,
  errorExamples,
  headerReferences,
  type Operation,
  type OperationMapper,
  withExamples,
} from './parts.ts';

export const TAGS = [
  { name: 'intents', description: 'Purchases: accept, follow, change, cancel, remove.' },
  { name: 'events', description: 'What has happened to all of them, in one order.' },
  { name: 'webhooks', description: 'Where events are sent, and what became of each delivery.' },
  { name: 'health', description: 'Whether the service can serve.' },
];

const WITH_VERSION = new Set<OperationId>([
  'createIntent',
  'getIntent',
  'updateIntent',
  'setIntentLabels',
  'submitIntent',
  'createWebhook',
  'getWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
]);

function tagOf(path: string): string {
  const tag = path.split('/')[3];
  if (!TAGS.some(({ name }) => name === tag)) throw new Error(`No tag for ${path}: add it to TAGS.`);
  return tag as string;
}

function rules(metadata: RouteMetadata): string {
  const signed = signedPartOf(metadata);
  if (signed === null) return '';
  const { permissions, rateLimit } = signed;
  return `\n\nNeeds the permission ${listPermissions(permissions, 'or')}. At most ${RATE_LIMITS[rateLimit]} calls per second and App in the \`${rateLimit}\` limit, ${RATE_LIMITS.general} in all.`;
}

function headersOf(
  id: OperationId,
  status: number,
  { isSigned, isSuccess }: Record<'isSigned' | 'isSuccess', boolean>,
) {
  const names: (keyof typeof HEADER_COMPONENTS)[] = [...commonHeaders(status, isSigned)];
  if (!isSuccess) names.push(ERROR_NAME_HEADER);
  if (status < 300 && WITH_VERSION.has(id)) names.push('ETag');
  if (status === 201 && id !== 'createIntents') names.push('Idempotency-Replayed');
  return headerReferences(names);
}

function describeErrors(names: readonly ErrorName[]): string {
  return names.map((name) => `\`${ERRORS[name].code}\` ${name}: ${ERRORS[name].en}.`).join('\n\n');
}

function describeResponses(operation: Operation, id: OperationId, metadata: RouteMetadata) {
  const entries = Object.entries(operation.responses);
  return Object.fromEntries(
    entries.map(([key, response]) => {
      const status = Number(key);
      const names = metadata.errors.filter((name) => ERRORS[name].status === status);
      // A batch of which a part failed answers below 300, too.
      const isSuccess = names.length === 0;
      return [
        key,
        {
          description: isSuccess ? 'Success.' : describeErrors(names),
          headers: headersOf(id, status, { isSuccess, isSigned: signedPartOf(metadata) !== null }),
          content: withExamples(response.content, isSuccess ? SUCCESS_EXAMPLES[id] : errorExamples(names)),
        },
      ];
    }),
  );
}

type OpenApiParameter = NonNullable<Operation['parameters']>[number];

const takesLabels = ({ query }: { query?: unknown }): boolean =>
  query instanceof z.ZodType && query.meta()?.['takesLabels'] === true;

/** Adds to an operation what the library cannot derive: security, headers, examples, texts. */
export const describeOperation: OperationMapper = (operation, route, key) => {
  const id = key as OperationId;
  const metadata = route.metadata as RouteMetadata;
  return {
    operationId: id,
    tags: [tagOf(route.path)],
    summary: route.summary ?? '',
    description: (route.description ?? '') + rules(metadata),
    security: signedPartOf(metadata) ? SIGNED : [],
    parameters: [
      ...describeParameters(operation, HEADER_PARAMETERS),
      ...(takesLabels(route) ? [LABEL_PARAMETER as object as OpenApiParameter] : []),
    ],
    ...describeBody(operation, 'One JSON object in UTF-8.', REQUEST_EXAMPLES[id] ?? {}),
    responses: describeResponses(operation, id, metadata),
    'x-codeSamples': codeSamples(id),
  };
};
