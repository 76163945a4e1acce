import type { OnMove } from './intent-row.ts';
import { type Recipient, type RecipientBox, sealChanges } from '../sealing/recipient-box.ts';
import type { FencedWrite } from './write-intents.ts';

/** The options of both stores of intents. */
export interface StoreOptions {
  /** Seals recipients before they are written, and opens them after they are read. */
  recipients: RecipientBox;
  onMove?: OnMove;
}

export type StoreParts = ReturnType<typeof openStore>;

/** Fills in the defaults, and wraps readers and writers with the sealing of recipients. */
export function openStore({ recipients, onMove = () => {} }: StoreOptions) {
  return {
    recipients,
    onMove,
    open: <Row extends Recipient & { id: string }>(row: Row | null): Row | null =>
      row && recipients.open(row),
    sealed:
      <Answer>(writer: (write: FencedWrite) => Answer) =>
      (write: FencedWrite): Answer =>
        writer({ ...write, patch: sealChanges(recipients, write.fence.id, write.patch) }),
  };
}
