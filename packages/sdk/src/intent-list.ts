import type { ResponsePromise } from './http/request.ts';
import type {
  IntentFields,
  IntentListItem,
  IntentPage,
  IntentStatus,
  ListIntentsQuery,
  ListItemField,
} from './generated/types.ts';

/** Which fields the items of a list have: their names, which the compiler checks, or a text with commas. */
export type FieldList = readonly (keyof IntentListItem)[] | string;

type InText<Text extends string> = Text extends `${infer First},${infer Rest}` ? First | InText<Rest> : Text;

type Named<Fields> = Fields extends string
  ? InText<Fields>
  : Fields extends readonly (infer Name)[]
    ? Name
    : ListItemField;

/** With everything that a list can show; optional is what an intent may not have. */
type WholeItem = IntentFields & Pick<IntentListItem, 'idempotencyKey'>;

/**
 * An intent of a list that was called with `Fields`: `id` and the named fields, or without `fields` those of
 * `ListItemField`. When the names are known only at run time, every field is optional.
 */
export type ListedIntent<Fields extends FieldList | undefined = undefined> = string extends Fields
  ? IntentListItem
  : keyof IntentListItem extends (Fields extends undefined ? never : Named<Fields>)
    ? IntentListItem
    : Pick<WholeItem, Extract<keyof WholeItem, 'id' | Named<Fields>>>;

/** Filters, order and page of a list; with `fields` its items have only these fields. */
export type ListQuery<Fields extends FieldList | undefined = FieldList | undefined> = Omit<
  ListIntentsQuery,
  'fields' | 'filter[status][in]'
> & {
  fields?: Fields;
  /** Only intents whose `status` is one of these: an array, or a text with commas. */
  'filter[status][in]'?: readonly IntentStatus[] | string | undefined;
};

/** One page of a list. */
export type ListPage<Item> = Omit<IntentPage, 'items'> & { items: Item[] };

/**
 * A list. Awaited, it is its first page; in `for await`, all its intents from this page on. Intents that are created
 * or deleted meanwhile do not shift the others: each is yielded once, unless the sort value itself changes
 * (`updatedAt`).
 */
export interface IntentList<Item> extends ResponsePromise<ListPage<Item>>, AsyncIterable<Item> {
  /**
   * The same list, page by page.
   *
   * @example for await (const { items } of client.intents.list({ pageSize: 100 }).pages()) await store(items);
   */
  pages(): AsyncIterable<ListPage<Item>>;
}

/** @param readAfter - reads the page that begins at a cursor. */
export function listIntents<Item>(
  first: ResponsePromise<ListPage<Item>>,
  readAfter: (cursor: string) => Promise<ListPage<Item>>,
): IntentList<Item> {
  async function* pages() {
    let page = await first;
    yield page;
    while (page.nextCursor) yield (page = await readAfter(page.nextCursor));
  }
  async function* items() {
    for await (const page of pages()) yield* page.items;
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}
