import type { CancelRefusal, OrderStatus, RefundState, RejectReason } from './generated/codes.ts';

/** What a call to the shop is made with. */
export interface ShopCall {
  /** Names the request in logs; pass it on to the shop where it takes one. */
  requestId: string;
  /** Aborted when the kit gives the call up. */
  signal: AbortSignal;
  /**
   * From then on, nothing of this call may run in the shop: `callTimeoutMs` after its start, in milliseconds since 1970. Pass
   * it on to a shop that can refuse what comes too late, since an aborted request does not stop a shop.
   */
  mayRunUntilMs: number;
}

/** What a product costs now. */
export interface ShopQuote {
  /** The shop's own name of what is ordered. `fill` must report the same. */
  sku: string;
  title: string;
  /** Fen of one piece. */
  priceFen: number;
  /** Whether this quantity can be ordered. */
  available: boolean;
}

export interface Recipient {
  name: string;
  /** The whole address in one text. */
  address: string;
  phone: string;
}

/** What to order. */
export interface Purchase {
  merchantOrderNo: string;
  productUrl: URL;
  sku: string;
  quantity: number;
  recipient: Recipient;
  remarks: string | undefined;
  /** Store it with the order and return it from `find`: it tells a repeated number from a reused one. */
  contentHash: string;
}

/** What the shop made of a purchase before it is paid, read back from the shop. */
export interface Filled {
  /** Fen of the whole order, shipping included. */
  totalFen: number;
  /** Every line of the order. */
  lines: readonly { sku: string; quantity: number }[];
}

export interface ShopParcel {
  trackingNumber: string;
  trackingCompany?: string | undefined;
}

/** An order that was paid or refused. */
export interface ShopOrder {
  /** 1 to 128 of letters, digits and `_.:~@=+-`. */
  orderId: string;
  merchantOrderNo: string;
  status: OrderStatus;
  /** Fen that the buyer is charged, shipping included; 0 when REJECTED. */
  amountPaidFen: number;
  /** Fen of `amountPaidFen` that are shipping. */
  shippingFen?: number | undefined;
  /** Fen paid back so far. */
  refundedFen?: number | undefined;
  parcels?: readonly ShopParcel[] | undefined;
  /** Why the order is REJECTED. */
  reason?: RejectReason | undefined;
  /** Free text beside `reason`. */
  message?: string | undefined;
  /** When the status last changed, in milliseconds since 1970. */
  updatedAtMs: number;
}

/** What the shop has under a number. */
export type Found<Begun> = { contentHash: string } & (
  | { order: ShopOrder }
  | {
      /** An order that is neither paid nor refused. */
      begun: Begun;
      /** When it was last written to, in milliseconds since 1970; without it, the kit does not go on with the order. */
      touchedAtMs: number;
      /**
       * Fen of the payment that `pay` began for it. The kit then only calls `pay` again, with this total, also when the number
       * is looked up, and never refuses or removes the order by itself. A shop that stores no such total must never return an
       * order as begun that may be charged.
       */
      payingFen?: number | null | undefined;
    }
);

/** A place in the list of changed orders: the last change, then the id. */
export interface ListPosition {
  updatedAtMs: number;
  orderId: string;
}

export interface ChangedOrders {
  /** Orders changed at this time or later. */
  changedSinceMs: number;
  /** Orders changed before this time. */
  changedBeforeMs: number;
  /** Orders after this one by `updatedAtMs`, then by `orderId`; null: from the first. */
  after: ListPosition | null;
  /** The most orders to return. */
  limit: number;
}

export type ShopCancel =
  | {
      /** Fen that the cancellation costs; 0 when the shop itself has cancelled. */
      feeFen: number;
      refund: RefundState;
    }
  | { refused: CancelRefusal; message?: string };

/** An order that was begun and left. */
export interface Abandoned<Begun> {
  merchantOrderNo: string;
  begun: Begun;
}

/**
 * A shop, as the kit needs it. Every function may be called again after it failed or its answer was lost. Throw
 * {@link Refused} for a definite no and {@link ComeBack} for "not now"; any other error becomes a 503 and a line of the log.
 *
 * @typeParam Begun - what the adapter needs to go on with an order that it has begun, such as the shop's id.
 */
export interface ShopAdapter<Begun> {
  /** What the product costs; null when the shop does not know it. */
  quote(url: URL, quantity: number, call: ShopCall): Promise<ShopQuote | null>;
  /** What the shop has under this number, read from where a write is visible at once; null: nothing. */
  find(merchantOrderNo: string, call: ShopCall): Promise<Found<Begun> | null>;
  /**
   * Claims the number for a new, empty order. A unique constraint of the shop must guard it.
   *
   * @throws {@link Taken} when the number is claimed already.
   */
  begin(purchase: Purchase, call: ShopCall): Promise<Begun>;
  /**
   * Makes the order exactly this purchase, whatever it was before, and reads it back. First writes to it, so that
   * `touchedAtMs` moves.
   *
   * @throws {@link Refused} when the shop does not sell it so.
   */
  fill(begun: Begun, purchase: Purchase, call: ShopCall): Promise<Filled>;
  /**
   * Pays. Called only after the kit has compared quantity, product and total. Before it charges, it stores `totalFen` for
   * good, and from then on `find` returns it as `payingFen`: the answer to a charge can be lost. It first writes to the order
   * each time, so that `touchedAtMs` moves: whoever comes next waits until this charge can no longer run. `idempotencyKey` and,
   * once stored, `totalFen` are the same in every call for this order: pass the key to the payment provider.
   *
   * @throws {@link Refused} only when it is certain that nothing is charged: the order then ends as REJECTED.
   */
  pay(begun: Begun, payment: Payment, call: ShopCall): Promise<ShopOrder>;
  /** Ends the order as REJECTED, for good. */
  refuse(
    begun: Begun,
    refusal: { reason: RejectReason; message: string | undefined },
    call: ShopCall,
  ): Promise<ShopOrder>;
  /** The order, or null; also null for one that is only begun. */
  get(orderId: string, call: ShopCall): Promise<ShopOrder | null>;
  /**
   * Cancels an order and pays it back. For a cancelled order: finishes what is left of it, and returns the same fee.
   */
  cancel(orderId: string, call: ShopCall): Promise<ShopCancel>;
  /** Paid and refused orders by `updatedAtMs`, then by `orderId` (as JavaScript compares texts), ascending. */
  list(query: ChangedOrders, call: ShopCall): Promise<readonly ShopOrder[]>;
  /** Resolves while the shop can be used. Called once a second at most, whoever asks for `/health`. */
  ping(call: ShopCall): Promise<void>;
  /**
   * Orders that were begun and not written to since this time, at most 100, without those that have `payingFen`. With
   * `discard`, the kit removes them.
   */
  abandoned?(untouchedSinceMs: number, call: ShopCall): Promise<readonly Abandoned<Begun>[]>;
  /** Removes an order that was begun, so that `find` returns null. */
  discard?(begun: Begun, call: ShopCall): Promise<void>;
}

export interface Payment {
  totalFen: number;
  idempotencyKey: string;
}

/** A definite no of the shop: the purchase is not made. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RejectReason;
  /** For the buyer; it goes to the service. */
  readonly text: string | undefined;

  constructor(reason: RejectReason, text?: string) {
    super(text === undefined ? reason : `${reason}: ${text}`);
    this.reason = reason;
    this.text = text;
  }
}

/** Not now: the service asks again. */
export class ComeBack extends Error {
  override readonly name = 'ComeBack';
  readonly retryAfterMs: number;

  constructor(retryAfterMs = 1_000, message = 'try again later') {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown by `begin`: the number is claimed already. */
export class Taken extends Error {
  override readonly name = 'Taken';

  constructor() {
    super('the number is claimed already');
  }
}
