import { ValidationError } from '@procurement-intents/domain';
import { BearerError, conflict } from '@procurement-intents/domain/bearer';
import { AppRefused } from '../client-apps/manage-apps.ts';

/** A refusal of a verb on Apps, in the words of the bearer scheme. */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppRefused) || error.refusal === null) throw error;
    if (error.refusal === 'not_found') throw new BearerError('not_found', { cause: error });
    if (error.refusal === 'conflict') throw conflict('the name is taken', error);
    throw new ValidationError([error.refusal]);
  }
}
