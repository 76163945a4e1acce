export { ComeBack, Refused, Taken } from './adapter.ts';
export type {
  Abandoned,
  ChangedOrders,
  Filled,
  Found,
  ListPosition,
  Payment,
  Purchase,
  Recipient,
  ShopAdapter,
  ShopCall,
  ShopCancel,
  ShopOrder,
  ShopParcel,
  ShopQuote,
} from './adapter.ts';
export { createGateway } from './gateway.ts';
export type { Gateway } from './gateway.ts';
export type { GatewayOptions } from './gateway-options.ts';
export { CANCEL_REFUSALS, ORDER_STATUSES, REFUND_STATES, REJECT_REASONS } from './generated/codes.ts';
export type { CancelRefusal, OrderStatus, RefundState, RejectReason } from './generated/codes.ts';
export type { Hold, Lock } from './locks/lock.ts';
export { pickChanged } from './pick-changed.ts';
export { memoryLock } from './locks/memory-lock.ts';
export { postgresLock } from './locks/postgres-lock.ts';
export type { PostgresClient, PostgresPool } from './locks/postgres-lock.ts';
export type { Log, LogEntry } from './log.ts';
