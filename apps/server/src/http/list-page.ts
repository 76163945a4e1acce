import { type ListedResource, readList } from '@procurement-intents/domain/bearer';
import { hashText } from '../hash-text.ts';

/** The page that a validated query asks for. @throws ValidationError as `readList` does. */
export const listPage = <Column extends string, Row extends { id: string }, Item extends object>(
  listed: ListedResource<Column, Row, Item>,
  query: Readonly<Record<string, string | undefined>>,
) => readList(listed, query, hashText);
