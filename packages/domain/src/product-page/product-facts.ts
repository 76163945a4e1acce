import { readPriceFen } from './read-price.ts';

// A page describes a few things; the limit bounds the time for hostile data.
const MAX_NODES = 1000;
const NOT_FOR_SALE = new Set(['outofstock', 'oos', 'soldout', 'discontinued', 'instoreonly', 'reserved']);
// Properties that contain the product: graphs, the main entity of a page, variants of a group.
const NESTING = ['@graph', 'mainEntity', 'hasVariant'] as const;

type Node = Record<string, unknown>;

export interface ProductFacts {
  /** Empty when the data carries no name. */
  title: string;
  priceFen: number;
  isAvailable: boolean;
}

interface OfferFacts {
  priceFen: number;
  isAvailable: boolean;
}

/** The first schema.org Product with a readable price in CNY in a JSON-LD text; null when there is none. */
export function findJsonLdProduct(text: string): ProductFacts | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  for (const node of walk([data], NESTING)) {
    if (!hasType(node, 'product')) continue;
    const offer = chooseOffer(node.offers);
    if (offer) return { title: typeof node.name === 'string' ? node.name : '', ...offer };
  }
  return null;
}

/** Whether an availability such as `https://schema.org/InStock` or `out of stock` means for sale; none does. */
export function isForSale(availability: unknown): boolean {
  const [value] = flatten(availability);
  return typeof value !== 'string' || !NOT_FOR_SALE.has(lastName(value).replace(/[^a-z]/g, ''));
}

/** The cheapest offer that is for sale, else the cheapest. */
function chooseOffer(offers: unknown): OfferFacts | null {
  let chosen: OfferFacts | null = null;
  for (const node of walk([offers], ['offers'])) {
    const offer = readOffer(node);
    if (!offer) continue;
    const isBetter =
      chosen === null ||
      (offer.isAvailable === chosen.isAvailable ? offer.priceFen < chosen.priceFen : offer.isAvailable);
    if (isBetter) chosen = offer;
  }
  return chosen;
}

function readOffer(offer: Node): OfferFacts | null {
  const [specification] = flatten(offer.priceSpecification);
  const priced = isNode(specification) && offer.price === undefined ? specification : offer;
  const currency = priced.priceCurrency ?? offer.priceCurrency;
  if (currency !== undefined && currency !== 'CNY') return null;
  const priceFen = readPriceFen(priced.price ?? offer.lowPrice);
  if (priceFen === null) return null;
  const nested = [...walk([offer.offers], [])];
  const isAvailable =
    offer.availability === undefined && nested.length > 0
      ? nested.some((node) => isForSale(node.availability))
      : isForSale(offer.availability);
  return { priceFen, isAvailable };
}

/** The objects in `start`, in arrays and in the properties `into`, in page order; at most `MAX_NODES`. */
function* walk(start: readonly unknown[], into: readonly string[]): Generator<Node> {
  const pending: unknown[] = start.toReversed();
  for (let visited = 0; pending.length > 0 && visited < MAX_NODES; visited += 1) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value.slice(0, MAX_NODES).toReversed());
    if (!isNode(value)) continue;
    yield value;
    const nested = into.map((name) => value[name]).filter((inner) => inner !== undefined);
    pending.push(...nested.toReversed());
  }
}

function hasType(node: Node, name: string): boolean {
  return flatten(node['@type']).some((type) => typeof type === 'string' && lastName(type) === name);
}

function lastName(word: string): string {
  return word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('#'), word.lastIndexOf(':')) + 1)
    .toLowerCase();
}

function flatten(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
