import type { OperationId } from './route-table.ts';

/** A program that makes the example call of an operation. */
export interface CodeSample {
  /** Name of the programming language. */
  lang: string;
  label: string;
  source: string;
}

/** A parameter in the path or the headers of an operation. */
export interface CallParameter {
  name: string;
  in: 'path' | 'header';
  /** A value that fits its rules. */
  example: string;
}

/** What is known of an operation, for pages about one operation. */
export interface OperationDescription {
  id: OperationId;
  method: string;
  /** With parameters as `:name`. */
  path: string;
  summary: string;
  isSigned: boolean;
  hasQuery: boolean;
  parameters: CallParameter[];
  /** The example body; null for an operation without one. */
  body: unknown;
  /** Rules, parameters, answers and errors in Markdown, with links as in `docs/reference/endpoints.md`. */
  text: string;
  samples: CodeSample[];
}

/** What is known of the API, for the pages that the service serves. */
export interface ApiDescription {
  /** What holds for every operation, in Markdown. */
  introduction: string;
  operations: OperationDescription[];
  /** The data of answers in Markdown, with a heading of the second level for each schema. */
  data: string;
}
