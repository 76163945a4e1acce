import { type ErrorName, LIMITS } from '@procurement-intents/contract';
import { ApiError, ExportCourse, type ExportPage, type ExportPlan } from '@procurement-intents/domain';

/** Reads rows. @throws ApiError `LIST_TOO_COSTLY`, `RATE_LIMITED`. */
export type ReadRows<Row> = (page: ExportPage) => Promise<Row[]>;

/** A row of an export: its place in the list. */
export interface ExportedRow {
  id: string;
  createdAt: Date;
}

// A read of twice the rows would still be far from what a list may take.
const QUICK_MS = LIMITS.listSearchMs / 4;

/** Reads an export part by part. No transaction is open between two of them. */
export class ExportReader<Row extends ExportedRow> {
  readonly #course: ExportCourse;
  readonly #read: ReadRows<Row>;
  #isOver = false;

  constructor(plan: ExportPlan, read: ReadRows<Row>) {
    this.#course = new ExportCourse(plan);
    this.#read = read;
  }

  /** Whether all rows were read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * The next rows; none where none matched, or where their part was too costly and will be shorter.
   *
   * @throws ApiError `LIST_TOO_COSTLY` when the shortest part is; what `read` throws.
   */
  async next(): Promise<Row[]> {
    const course = this.#course;
    if (course.needsStart) course.startAt((await this.#read(course.first()))[0]?.createdAt ?? null);
    try {
      const startedMs = performance.now();
      const rows = await this.#read(course.next());
      this.#isOver = !course.took(rows, performance.now() - startedMs < QUICK_MS);
      return rows;
    } catch (error) {
      if (isRefusal(error, 'LIST_TOO_COSTLY') && course.narrow()) return [];
      throw error;
    }
  }
}

/** Whether a read was refused by this name. */
export const isRefusal = (error: unknown, name: ErrorName): boolean =>
  error instanceof ApiError && error.errorName === name;
