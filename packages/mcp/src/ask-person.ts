import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Intent } from '@procurement-intents/sdk';
import { Refusal } from './refusal.ts';

/**
 * Asks the person through the host whether the draft is bought. Returns when they have said yes to this version of it, or
 * with the question that the host has to show first.
 *
 * @throws Refusal when the host cannot ask, and for every answer that is no yes.
 */
export type AskPerson = (draft: Intent, ctx: ServerContext) => Promise<InputRequiredResult | void>;

/** What a question was about. The host carries it to the next call, signed. */
interface Asked {
  id: string;
  version: number;
}

export type AskedCodec = RequestStateCodec<Asked>;

// A person may look for the product first; after that the question is about old news.
export const ANSWER_TIMEOUT_MS = 600_000;
const KEY = 'submit';
const YES = { type: 'boolean' } as const;
const BUY_NOTHING = 'Nothing is bought. Leave the draft: a person can submit it in the console.';

/** Signs what was asked, under a key that only this process has. */
export const createAskedCodec = (): AskedCodec =>
  createRequestStateCodec<Asked>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    ttlSeconds: ANSWER_TIMEOUT_MS / 1_000,
  });

interface AskOptions {
  era: 'legacy' | 'modern';
  codec: AskedCodec;
  language: 'zh' | 'en';
  answerTimeoutMs: number;
}

/** Makes the function that asks, for one server: the protocol of 2025 pushes a question, that of 2026 returns it. */
export function createAskPerson(
  server: McpServer,
  { era, codec, language, answerTimeoutMs }: AskOptions,
): AskPerson {
  return async (draft, ctx) => {
    const question = questionOf(draft, language);
    if (era === 'legacy') return push(server, question, ctx, answerTimeoutMs);
    const asked = ctx.mcpReq.requestState<Asked>();
    // An answer without a question of ours counts for nothing.
    if (asked) return checkReturned(asked, draft, ctx);
    const envelope = ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
    if (!canAsk(envelope?.[CLIENT_CAPABILITIES_META_KEY])) throw cannotAsk();
    const requestState = await codec.mint({ id: draft.id, version: draft.version }, ctx);
    return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(question) }, requestState });
  };
}

async function push(
  { server }: McpServer,
  question: ElicitRequestFormParams,
  { mcpReq }: ServerContext,
  timeout: number,
): Promise<void> {
  if (!canAsk(server.getClientCapabilities())) throw cannotAsk();
  let answer;
  try {
    answer = await mcpReq.elicitInput(question, { timeout, signal: mcpReq.signal });
  } catch (error) {
    throw new Refusal('NO_ANSWER', `The question was not answered: ${(error as Error).message}`, BUY_NOTHING);
  }
  checkAnswer(answer.action, answer.content);
}

function checkReturned(asked: Asked, draft: Intent, { mcpReq }: ServerContext): void {
  if (asked.id !== draft.id || asked.version !== draft.version)
    throw new Refusal(
      'DRAFT_CHANGED',
      'The draft is no longer the one that the person was asked about.',
      'Nothing is bought. Read the draft, and call again to ask about it as it is now.',
    );
  const answer = inputResponse(mcpReq.inputResponses, KEY);
  if (answer.kind !== 'elicit') throw new Refusal('NO_ANSWER', 'The question was not answered.', BUY_NOTHING);
  checkAnswer(answer.action, answer.content);
}

function checkAnswer(action: string, content: unknown): void {
  if (action === 'accept' && (content as Record<string, unknown> | undefined)?.[KEY] === true) return;
  throw new Refusal('NOT_CONFIRMED', 'The person did not say yes.', BUY_NOTHING);
}

const cannotAsk = (): Refusal =>
  new Refusal('HOST_CANNOT_ASK', 'This host cannot ask the person (no elicitation by form).', BUY_NOTHING);

/** Whether a host can show a form; one that names no mode can. */
function canAsk(
  capabilities: { elicitation?: { form?: unknown; url?: unknown } | undefined } | undefined,
): boolean {
  const { elicitation } = capabilities ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

const TEXTS = {
  en: {
    head: 'Buy this? The order is placed and paid.',
    total: 'Total: at most',
    product: 'Product',
    price: 'Price',
    page: 'Page',
    address: 'Delivery to',
    yuan: 'yuan',
    yes: 'Yes, buy it',
  },
  zh: {
    head: '是否购买？确认后将下单并付款。',
    total: '总价不超过',
    product: '商品',
    price: '单价',
    page: '页面',
    address: '收货',
    yuan: '元',
    yes: '确认购买',
  },
};

/** The question. Amounts stand before what was copied from a page, and no text can begin a line of its own. */
function questionOf(draft: Intent, language: 'zh' | 'en'): ElicitRequestFormParams {
  const { head, total, product, price, page, address, yuan, yes } = TEXTS[language];
  const { totalAmount, quantity, title, productUrl, recipientName, phone } = draft;
  const message = [
    head,
    `${total} ${totalAmount.toFixed(2)} ${yuan}`,
    `${price}: ${draft.price.toFixed(2)} ${yuan} × ${quantity}`,
    `${product}: “${oneLine(title)}”`,
    `${page}: ${oneLine(productUrl)}`,
    `${address}: ${[draft.address, recipientName, phone].map(oneLine).join(', ')}`,
    `${draft.id}, version ${draft.version}`,
  ].join('\n');
  return {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [KEY]: { ...YES, title: yes } }, required: [KEY] },
  };
}

/** A text without line breaks, other control characters and characters that turn the direction of reading. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
