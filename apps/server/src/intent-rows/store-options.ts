import type { OnMove } from './intent-row.ts';
import { type Recipient, type RecipientBox, sealChanges } from '../sealing/recipient-box.ts';
import type { FencedWrite } from './write-intents.ts';

/** What both stores of intents are made of. */
export interface StoreOptions {
  /** Seals the recipients that are written, and opens those that rest sealed. */
  recipients: RecipientBox;
  onMove?: OnMove;
}

export type StoreParts = ReturnType<typeof openStore>;

/** The parts that both stores of intents work with. */
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
