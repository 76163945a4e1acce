import { contract } from '../src/contract.ts';
import { signedPartOf } from '../src/signed/metadata.ts';
import type {
  ApiDescription,
  CallParameter,
  OperationDescription,
} from '../src/signed/operation-description.ts';
import { ROUTES, type OperationId } from '../src/signed/route-table.ts';
import { codeSamples } from './code-samples/code-samples.ts';
import { exampleOf } from './example-path.ts';
import { INTRODUCTION } from './openapi/components.ts';
import type { OpenApiDocument } from './openapi/openapi.ts';
import {
  dataText,
  findOperation,
  firstExample,
  operationText,
  type Parameter,
  parametersOf,
} from './reference/endpoints.ts';

function describeParameters(path: string, parameters: readonly Parameter[]): CallParameter[] {
  return parameters.flatMap(({ name, in: where, example = exampleOf(path, name) }) =>
    where === 'path' || where === 'header' ? [{ name, in: where, example: String(example) }] : [],
  );
}

function describe(document: OpenApiDocument, id: OperationId): OperationDescription {
  const operation = findOperation(document, id);
  const parameters = parametersOf(document, operation);
  const media = operation.requestBody?.content['application/json'];
  return {
    id,
    ...ROUTES[id],
    summary: contract[id].summary,
    isSigned: signedPartOf(contract[id].metadata) !== null,
    hasQuery: parameters.some((parameter) => parameter.in === 'query'),
    parameters: describeParameters(ROUTES[id].path, parameters),
    body: media ? firstExample(media) : null,
    text: operationText(document, id),
    samples: codeSamples(id),
  };
}

/** All operations as JSON, for the pages that the service serves. */
export function apiDescription(document: OpenApiDocument): string {
  const operations = (Object.keys(ROUTES) as OperationId[]).map((id) => describe(document, id));
  const api: ApiDescription = { introduction: INTRODUCTION, operations, data: dataText(document) };
  return `${JSON.stringify(api, null, 2)}\n`;
}
