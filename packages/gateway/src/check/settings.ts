import type { Exchange } from './exchange.ts';

/** How often a check repeats what it does. */
export interface Sizes {
  /** Equal orders that are sent at once. */
  equalPosts: number;
  /** Numbers that are ordered at once. */
  numbers: number;
  /** Orders that are sent with each of these numbers. */
  postsPerNumber: number;
  /** Numbers that are sent to both addresses. */
  sharedNumbers: number;
  /** Orders with different numbers that are sent at once. */
  load: number;
  /** How often the gateway is killed. */
  kills: number;
  /** Orders that the checks of the list make. */
  listed: number;
}

export const SIZES: Readonly<Sizes> = {
  equalPosts: 200,
  numbers: 20,
  postsPerNumber: 10,
  sharedNumbers: 20,
  load: 64,
  kills: 50,
  listed: 6,
};

/** How long a check waits. Milliseconds. */
export interface Times {
  /** For a response. The service's PLATFORM_TIMEOUT_MS is 10 000 by default. */
  responseMs: number;
  /** Until a response that never comes is given up, by a client that a proxy stalls. */
  stallMs: number;
  /** Until an order that got an unclear response has to be there, if it is sent again and again. */
  clearMs: number;
  /** After the time of a call is over, until its bytes have certainly arrived or never will. */
  inFlightMs: number;
  /** How long an order is watched. */
  watchMs: number;
  /** Between two looks. */
  pollMs: number;
  /** Until a gateway works again after load or a restart. */
  recoverMs: number;
  /** A gateway is killed at a random time up to this one after an order was sent. */
  killSpreadMs: number;
  /** Until a gateway that was killed no longer responds; one that a supervisor starts again at once always does. */
  silenceMs: number;
}

export const TIMES: Readonly<Times> = {
  responseMs: 15_000,
  stallMs: 20_000,
  clearMs: 60_000,
  inFlightMs: 5_000,
  watchMs: 10_000,
  pollMs: 200,
  recoverMs: 10_000,
  killSpreadMs: 600,
  silenceMs: 2_000,
};

/** What a run is told. */
export interface CheckSettings {
  /** Base URL of the gateway, as in PLATFORM_A_URL. */
  url: string;
  token: string;
  /** Address of a product that is in stock. */
  product: string;
  /** Most that the run may have spent at any time, in fen. */
  maxSpendFen: number;
  /** Price of one piece in fen; read from the quote or the product page when absent. */
  priceFen?: number;
  /** Most that shipping of one order costs, in fen; default 0. */
  shippingFen?: number;
  /** Address of a product that is sold out. */
  soldOut?: string;
  /** Another address of the same gateway. */
  second?: string;
  recipient?: { name: string; address: string; phone: string };
  /** Kills the gateway without warning. */
  kill?: () => Promise<void>;
  /** Starts the gateway again. */
  restart?: () => Promise<void>;
  /** Ships the order. */
  ship?: (orderId: string) => Promise<void>;
  /** What the payment provider has charged for the number and not paid back, in fen. */
  charged?: (merchantOrderNo: string) => Promise<number>;
  /** Only the checks whose `group` or `group/name` is among these. */
  only?: readonly string[];
  sizes?: Partial<Sizes>;
  times?: Partial<Times>;
  /** Ends the run before the next check; what was bought is cancelled. */
  signal?: AbortSignal;
  /** Called from time to time by a check that takes long, with what it has done. */
  onProgress?: (line: string) => void;
  /** Called when a check ends. */
  onResult?: (result: CheckResult) => void;
}

/** How a check ended. */
export interface CheckResult {
  /** `group/name`. */
  id: string;
  promise: string;
  outcome: 'kept' | 'broken' | 'not-checked';
  /** Why, unless kept. */
  message?: string;
  /** What to change, when broken. */
  mend?: string;
  /** What shows it, when broken; the latest last. */
  exchanges?: readonly Exchange[];
  /** Set when the check was asked for and could not be made. */
  isIncomplete?: true;
  durationMs: number;
}
