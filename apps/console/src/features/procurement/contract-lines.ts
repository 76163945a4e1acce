import type { AnswerOf } from '../../platform/http.ts';
import { typedNumber } from '../../platform/typed-number.ts';

type Line = AnswerOf<'getContract'>['lines'][number];

/** Lines as they are typed: address, highest price and, if there is one, highest quantity. */
export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([productUrl]) => productUrl)
    .map(([productUrl = '', price = '', quantity = '']) => {
      const maxQuantity = typedNumber(quantity);
      return {
        productUrl,
        maxUnitPrice: typedNumber(price) as number,
        ...(maxQuantity !== undefined && { maxQuantity }),
      };
    });

/** Lines as a person types them. */
export const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ productUrl, maxUnitPrice, maxQuantity }) =>
      [productUrl, maxUnitPrice, maxQuantity].filter((part) => part !== undefined).join(' '),
    )
    .join('\n');
