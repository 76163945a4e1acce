import type { RefusedAnswer, UnclearAnswer } from '../call-answers.ts';

/**
 * Only `NOT_FOUND` is definite: everything else that is no page is looked at again. `finalUrl` is the address after
 * redirects.
 */
export type PageAnswer =
  | { ok: true; page: { priceFen: number; isAvailable: boolean; finalUrl: string } }
  | RefusedAnswer<string>
  | UnclearAnswer;

/** Where redirects have led to the product; null without a page that shows one. */
export const finalUrlOf = (answer: PageAnswer | undefined): string | null =>
  answer?.ok === true ? answer.page.finalUrl : null;
