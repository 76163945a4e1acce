import { z } from 'zod';
import { Timestamp } from '../fields.ts';

/** A point in time in an answer. @param description - a sentence. */
export const When = (description: string) =>
  Timestamp.meta({ description: `${description} ISO 8601, UTC, milliseconds.` });

/** Counts the changes of a resource, from 1; `ETag` carries it. */
export const ResourceVersion = z
  .number()
  .int()
  .meta({ description: 'Counts the changes, from 1; `ETag` carries it.', minimum: 1, example: 1 });

/** How many there are. @param description - a sentence. */
export const Count = (description: string, example: number) =>
  z.number().int().meta({ description, minimum: 0, example });
