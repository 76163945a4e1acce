import { type Contract, SUCCESS_MESSAGE } from '@procurement-intents/contract';
import type { AppRouteImplementation } from '@ts-rest/express';
import type { RequestContext } from './request-context.ts';

/** A response: status, headers beside the common ones, and the value of the JSON body. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
}

type Implementation<K extends keyof Contract> = AppRouteImplementation<Contract[K]>;
type Input<K extends keyof Contract> = Omit<
  Parameters<Implementation<K>>[0],
  'req' | 'res' | 'headers' | 'files' | 'file'
>;

/** Implements one operation, given the validated parts of the request. */
export type Handler<K extends keyof Contract> = (
  input: Input<K>,
  request: RequestContext,
) => Promise<Awaited<ReturnType<Implementation<K>>> & Pick<Answer, 'headers'>>;

/** One handler for each operation of the contract. */
export type Handlers = { [K in keyof Contract]: Handler<K> };

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
