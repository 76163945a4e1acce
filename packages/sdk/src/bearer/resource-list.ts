import type { IntentList } from '../intent-list.ts';

/** Which fields the items of a list have: their names, which the compiler checks, or a text with commas. */
export type FieldsOf<Item> = readonly (keyof Item)[] | string;

/** Filters, order and page of a list; with `fields` its items have only these fields. */
export type QueryOf<Query, Fields> = {
  // A list of values may be an array.
  [K in keyof Query as Exclude<K, 'fields'>]: K extends `${string}[in]`
    ? readonly string[] | Query[K]
    : Query[K];
} & { fields?: Fields };

/** An item of a list that was called with `Fields`: `id` and these. With a text, every field is optional. */
export type ListedItem<Item, Fields> = Fields extends readonly (infer Name)[]
  ? Pick<Item, Extract<keyof Item, 'id' | Name>>
  : Partial<Item> & Pick<Item, Extract<keyof Item, 'id'>>;

/**
 * A list. Awaited, it is its first page; in `for await`, all its items from this page on; `pages()` yields its pages.
 */
export type ResourceList<Item, Fields> = IntentList<ListedItem<Item, Fields>>;
