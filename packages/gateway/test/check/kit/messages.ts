import type { GatewayOptions, RejectReason, ShopAdapter } from '../../../src/index.ts';

/** What the process of the kit is started with, as its one argument. */
export interface ChildSetup {
  /** Replaces a text of one module of the kit. */
  mutation: Mutation | null;
  ports: readonly number[];
  isShared: boolean;
  options: Pick<GatewayOptions, 'tokens' | 'callTimeoutMs' | 'placeTimeoutMs' | 'publicUrl'>;
}

export interface Mutation {
  /** Below `src`. */
  file: string;
  /** Occurs there once. */
  text: string;
  by: string;
}

/** A call of the kit to the shop. */
export interface ShopRequest {
  id: number;
  name: Exclude<keyof ShopAdapter<string>, 'abandoned' | 'discard'>;
  args: unknown[];
}

export type ShopAnswer = { id: number } & (
  { result: unknown } | { error: { name: string; message: string; reason?: RejectReason } }
);
