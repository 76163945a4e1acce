import { Agent, type Dispatcher } from 'undici';
import { type ConnectGuard, guardConnect } from './guard-connect.ts';

export type HttpResponse = Dispatcher.ResponseData;

/** Connects only where the guard allows. The caller's deadline alone bounds the time for headers and body. */
export const createGuardedAgent = (guard: ConnectGuard): Agent =>
  new Agent({ connect: guardConnect(guard), headersTimeout: 0, bodyTimeout: 0 });
