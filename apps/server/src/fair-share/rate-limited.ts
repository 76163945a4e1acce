import { ApiError } from '@procurement-intents/domain';

/**
 * 42901, for every limit of a caller or an address, which callers retry later. Created once, so that a flood of requests does
 * not capture a stack for each refusal.
 */
export const RATE_LIMITED = new ApiError('RATE_LIMITED');
