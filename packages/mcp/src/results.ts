import type { CallToolResult } from '@modelcontextprotocol/server';
import { isApiError, ProcurementIntentsError } from '@procurement-intents/sdk';
import { Refusal } from './refusal.ts';

/** Same JSON for programs and for models that read text alone. */
export function toResult(value: object): CallToolResult {
  const structuredContent = value as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent };
}

interface Explained {
  name: string;
  message: string;
  /** What to do. */
  fix: string;
  /** Of the answer of the service; null when there was none. */
  requestId: string | null;
  code?: number;
  data?: unknown;
}

/** The result that tells a model of an error. It holds no secret, and no stack. */
export function toErrorResult(error: unknown): CallToolResult {
  return { ...toResult({ error: explain(error) }), isError: true };
}

function explain(error: unknown): Explained {
  if (isApiError(error)) {
    const { name, message, fix, requestId, code, data } = error;
    return { name, message, fix, requestId, code, ...(data !== null && { data }) };
  }
  if (error instanceof Refusal) {
    const { name, message, fix } = error;
    return { name, message, fix, requestId: null };
  }
  if (error instanceof ProcurementIntentsError) {
    const { name, message, operation } = error;
    const fix =
      operation === 'createIntent'
        ? 'It is unknown whether the draft exists. Call again with the same idempotencyKey and fields.'
        : 'It is unknown whether the service acted. Read the intent, then decide.';
    return { name, message, fix, requestId: null };
  }
  // The client throws it for an id or a key that can be none, before it sends anything.
  if (error instanceof TypeError)
    return {
      name: 'ARGUMENTS_INVALID',
      message: error.message,
      fix: 'Correct the argument.',
      requestId: null,
    };
  return {
    name: 'UNEXPECTED',
    message: 'The tool failed.',
    fix: 'Tell the person who runs this server.',
    requestId: null,
  };
}
