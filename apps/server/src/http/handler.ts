import { type SignedContract, SUCCESS_MESSAGE } from '@procurement-intents/contract';
import type { AppRoute, AppRouter } from '@ts-rest/core';
import type { AppRouteImplementation } from '@ts-rest/express';
import type { RequestContext } from './request-context.ts';

/** A response: status, headers beside the common ones, and the body. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** The value of the JSON body, or a {@link TextBody}; undefined for a response without a body. */
  body?: unknown;
}

/** A body that is not JSON, such as a page. */
export class TextBody {
  readonly type: string;
  readonly text: string;

  /** @param type - the media type, with its charset. */
  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** A body that is made while it is sent. */
export class StreamedBody {
  readonly type: string;
  /** Pieces of text. Each is read once the one before is sent; a fault cuts the body. */
  readonly pieces: AsyncGenerator<string, void>;
  /** Called when the body is sent, cut or not wanted. */
  readonly onEnd: () => void;
  /** How long the receiver may take nothing before it is cut. */
  readonly idleMs: number;

  constructor({ type, pieces, onEnd, idleMs }: Pick<StreamedBody, 'type' | 'pieces' | 'onEnd' | 'idleMs'>) {
    this.type = type;
    this.pieces = pieces;
    this.onEnd = onEnd;
    this.idleMs = idleMs;
  }
}

type Implementation<R extends AppRoute> = AppRouteImplementation<R>;
type Input<R extends AppRoute> = Omit<
  Parameters<Implementation<R>>[0],
  'req' | 'res' | 'headers' | 'files' | 'file'
>;

/** Implements one operation, given the validated parts of the request. */
export type HandlerOf<R extends AppRoute> = (
  input: Input<R>,
  request: RequestContext,
) => Promise<Awaited<ReturnType<Implementation<R>>> & Pick<Answer, 'headers'>>;

/** One handler for each operation of a contract. */
export type HandlersOf<C extends AppRouter> = {
  [K in keyof C]: C[K] extends AppRoute ? HandlerOf<C[K]> : never;
};

/** One handler for each operation of the signed scheme. */
export type Handlers = HandlersOf<SignedContract>;

/** The body of a successful response. */
export const envelope = <const Message extends string, T>(message: Message, data: T) => ({
  code: 0 as const,
  message,
  data,
});

/** A successful response in its envelope. */
export function success<const S extends number, T>(status: S, data: T, headers: Answer['headers'] = {}) {
  return { status, headers, body: envelope(SUCCESS_MESSAGE, data) };
}

/** 200 with `data`. */
export const ok = <T>(data: T, headers?: Answer['headers']) => success(200, data, headers);

/** 201 with `data`. */
export const created = <T>(data: T, headers?: Answer['headers']) => success(201, data, headers);
