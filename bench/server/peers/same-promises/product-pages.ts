import { ValidationError } from '@procurement-intents/domain';
import {
  matchProductUrl,
  parseProductPrefix,
  type ProductPrefix,
} from '../../../../apps/server/src/platforms/product-page/product-url.ts';
import { recogniseProduct } from '../../../../apps/server/src/platforms/product-page/recognise-product.ts';

const KEEP_MS = 60_000;
const FETCH_MS = 2000;
const MAX_ENTRIES = 10_000;

interface Verdict {
  at: number;
  isProduct: boolean;
}

/** Whether addresses show products. What a page has said holds for a minute. */
export class ProductPages {
  readonly #prefixes: readonly ProductPrefix[];
  readonly #verdicts = new Map<string, Verdict>();

  constructor(prefix: string) {
    this.#prefixes = [parseProductPrefix(prefix)];
  }

  isKnownProduct(url: string): boolean {
    return this.#find(url)?.isProduct === true;
  }

  /** @throws ValidationError for an address outside the platform's pages. */
  checkAddress(url: string): void {
    if (matchProductUrl(url, this.#prefixes) === null) throw refusal('productUrl');
  }

  /** Asks the shop, for 2 s at most; an address without a definite answer passes. @throws ValidationError */
  async check(url: string): Promise<void> {
    this.checkAddress(url);
    const isProduct = this.#find(url)?.isProduct ?? (await fetchVerdict(url));
    if (isProduct === null) return;
    this.#keep(url, isProduct);
    if (!isProduct) throw refusal('productPage');
  }

  #find(url: string): Verdict | undefined {
    const verdict = this.#verdicts.get(url);
    return verdict && Date.now() - verdict.at < KEEP_MS ? verdict : undefined;
  }

  #keep(url: string, isProduct: boolean): void {
    if (this.#find(url)) return;
    this.#verdicts.delete(url);
    this.#verdicts.set(url, { at: Date.now(), isProduct });
    if (this.#verdicts.size > MAX_ENTRIES) this.#verdicts.delete(this.#verdicts.keys().next().value ?? '');
  }
}

const refusal = (rule: 'productUrl' | 'productPage'): ValidationError =>
  new ValidationError([{ field: 'productUrl', issue: { rule } }]);

/** Null without a definite answer. */
async function fetchVerdict(url: string): Promise<boolean | null> {
  try {
    // A redirect could lead out of the platform's pages.
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (response.status === 404 || response.status === 410) return false;
    if (!response.ok || !response.body) return null;
    return (await recogniseProduct(response.body.pipeThrough(new TextDecoderStream()))) !== null;
  } catch {
    return null;
  }
}
