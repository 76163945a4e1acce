import { type BatchOptions, createBatcher } from '../../postgres/batch.ts';

interface PageBatchOptions<Page, Result> extends Pick<
  BatchOptions<Page, Result>,
  'maxItems' | 'maxInFlight'
> {
  /** The statement that reads the page, and others like it. */
  statementOf: (page: Page) => string;
  /** The same for pages that are the same. */
  keyOf: (page: Page) => string;
  /** Reads pages of one statement. Answers in their order. */
  read: (statement: string, pages: readonly Page[]) => Promise<Result[]>;
}

/** Reads pages. Those that are asked for together share a statement, and are read once where they are the same. */
export const createPageBatcher = <Page, Result>({
  statementOf,
  keyOf,
  read,
  ...limits
}: PageBatchOptions<Page, Result>): ((page: Page) => Promise<Result>) =>
  createBatcher({
    ...limits,
    run: async (asked: Page[]) => {
      const results = new Map<string, Result>();
      for (const [statement, group] of Map.groupBy(asked, statementOf)) {
        const pages = new Map(group.map((page) => [keyOf(page), page]));
        const found = await read(statement, [...pages.values()]);
        for (const [index, key] of [...pages.keys()].entries()) results.set(key, found[index] as Result);
      }
      return asked.map((page) => results.get(keyOf(page)) as Result);
    },
  });
