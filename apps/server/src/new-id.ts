import { type IdKind, idOf } from '@procurement-intents/contract';
import { newUuid } from './new-uuid.ts';

/** A new id of this kind. Ids sort by creation time and cannot be guessed. */
export const newId = (kind: IdKind): string => idOf(kind, newUuid());
