import { Client, type QueryResult } from 'pg';

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

// oxlint-disable-next-line typescript/unbound-method -- called on the connection below
const queryOfDriver = Client.prototype.query as Query;

/**
 * A connection of the driver whose statements are garbage as soon as they are answered. The driver makes a statement first
 * and hands it the callback of its promise afterwards; V8 then keeps each statement, its values and its rows until the next
 * full collection: 2.2 MB of each 6 MB allocated by reads, for 0.03 MB with a callback that the statement is made with.
 */
export class CollectableClient extends Client {
  // The driver declares eleven ways to call it; a promise is asked for by leaving out the callback.
  override query: Client['query'] = ((statement: unknown, values?: unknown, callback?: unknown) => {
    const isAnswered = callback !== undefined || typeof values === 'function';
    const isOwnKind = typeof (statement as { submit?: unknown } | null)?.submit === 'function';
    return isAnswered || isOwnKind
      ? queryOfDriver.call(this, statement, values, callback)
      : this.#answer(statement, values);
  }) as Client['query'];

  async #answer(statement: unknown, values: unknown): Promise<QueryResult> {
    try {
      return await new Promise<QueryResult>((resolve, reject) => {
        queryOfDriver.call(this, statement, values, (error: unknown, result: QueryResult) =>
          error ? reject(error as Error) : resolve(result),
        );
      });
    } catch (error) {
      // As the driver does: the stack leads to the caller instead of to the socket.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }
}
