import { ApiError } from '@procurement-intents/domain';
import { isQueryCanceled } from './database-errors.ts';

/** The answer of statements that a caller asks for. @throws ApiError `LIST_TOO_COSTLY` when the database ends one. */
export async function orTooCostly<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isQueryCanceled(error)) throw new ApiError('LIST_TOO_COSTLY', { cause: error });
    throw error;
  }
}
