import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { exampleId, ID_PREFIXES, type IdKind, idPattern } from '../ids.ts';

/**
 * An id in a path or an answer. A path takes any text: a malformed id is `not_found`.
 *
 * @param noun - what it is the id of, as "the supplier".
 */
export const idField = (kind: IdKind, noun: string) =>
  z.string(fieldError).meta({
    description: `Id of ${noun}: \`${ID_PREFIXES[kind]}\` and 32 lower-case hex digits.`,
    pattern: idPattern(kind).source,
    example: exampleId(kind),
  });

/** An id in a body: text of another form is refused by its field. */
export const idInBody = (kind: IdKind, noun: string) =>
  idField(kind, noun).regex(idPattern(kind), issueError({ rule: 'id' }));
