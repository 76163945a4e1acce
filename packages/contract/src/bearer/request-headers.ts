import { z } from 'zod';

/** Request headers of a route that changes a resource. */
export const ifMatchHeader = { 'if-match': z.string().optional() };

/** Request headers of a route that creates a resource. */
export const idempotencyHeader = { 'idempotency-key': z.string().optional() };
