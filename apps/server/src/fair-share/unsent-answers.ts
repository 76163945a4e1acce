import type { ServerResponse } from 'node:http';
import { DEFENCES } from '@procurement-intents/contract';

/**
 * What an App has asked for and does not read. Its answers wait in the memory of the process, on as many connections as
 * it likes, so that its share of it has a bound.
 */
export class UnsentAnswers {
  readonly #bytes = new Map<string, number>();

  /** Whether the App has to read its answers before it gets another one. */
  isOver(appId: string): boolean {
    return this.#bytes.size > 0 && (this.#bytes.get(appId) ?? 0) > DEFENCES.unreadBytes;
  }

  /** Counts what is left of an App's answer that was just written, until it is sent or its connection is gone. */
  watch(app: { id: string } | undefined, answer: ServerResponse): void {
    const bytes = answer.writableLength;
    // The answer to a client that has left emits no `close` any more.
    if (!app || bytes === 0 || answer.closed) return;
    this.#add(app.id, bytes);
    answer.once('close', () => this.#add(app.id, -bytes));
  }

  #add(appId: string, bytes: number): void {
    const left = (this.#bytes.get(appId) ?? 0) + bytes;
    if (left > 0) this.#bytes.set(appId, left);
    else this.#bytes.delete(appId);
  }
}
