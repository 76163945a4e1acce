import { describeFieldIssue } from '@procurement-intents/contract';
import { type FieldProblem, isCallerError, ValidationError } from '@procurement-intents/domain';
import { BearerError } from '@procurement-intents/domain/bearer';

/** An error that the person at the command line can fix; the message says how. */
export class UsageError extends Error {}

/** What commands call a field. */
const OPTIONS: Readonly<Record<string, string>> = { ipAllowList: '--ip', url: '--webhook-url' };

/**
 * A refusal for callers in the words of a command line, a line for each field; any other error as it is.
 *
 * @param subject - what the command is about: `App app_1`.
 */
export function translateRefusal(error: unknown, subject = 'such record'): unknown {
  if (error instanceof ValidationError) return new UsageError(error.problems.map(lineOf).join('\n'));
  if (error instanceof BearerError) {
    const { reason } = error.extras;
    if (error.code === 'not_found') return new UsageError(`there is no ${subject}`);
    return new UsageError(typeof reason === 'string' ? reason : error.message);
  }
  return isCallerError(error) ? new UsageError(error.message) : error;
}

function lineOf({ field, issue }: FieldProblem): string {
  const [name = '', index] = field.split('.');
  const option = OPTIONS[name] ?? name;
  const where = index === undefined ? option : `entry ${Number(index) + 1} of ${option}`;
  return `${where} ${describeFieldIssue(issue, 'en')}`;
}
