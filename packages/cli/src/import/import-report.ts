import { randomUUID } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { cannotWrite } from '../read-input.ts';
import { UsageError } from '../usage-error.ts';
import type { NamedRow } from './name-rows.ts';

/**
 * What became of a row. It may have been accepted while it is `sent`, before its answer, and when it is `unclear`; the
 * same key makes it safe to send it again.
 */
export interface RowResult {
  line: number;
  idempotencyKey: string;
  digest: string;
  outcome: 'sent' | 'accepted' | 'refused' | 'unclear';
  /** The accepted intent; of a refused row, the intent that already has its key. */
  id?: string;
  /** Only when accepted. */
  status?: string;
  /** Only when not accepted. */
  error?: { name: string; message: string; requestId?: string };
  at: string;
}

/** The first line of a report. The keys of the rows follow from `importId`. */
interface ImportHead {
  importId: string;
  baseUrl: string;
  appId: string;
}

type Owner = Omit<ImportHead, 'importId'>;

const ONLY_OWNER = 0o600;

/** The memory of an import: a file to which every result is added, and from which a later run goes on. */
export class ImportReport {
  readonly importId: string;
  readonly file: string;
  /** The last result of each row, by key. */
  readonly results: ReadonlyMap<string, RowResult>;
  readonly #handle: FileHandle;
  #written: Promise<unknown> = Promise.resolve();

  private constructor(file: string, head: ImportHead, results: Map<string, RowResult>, handle: FileHandle) {
    this.file = file;
    this.importId = head.importId;
    this.results = results;
    this.#handle = handle;
  }

  /**
   * Begins a report, or goes on with the one in `file`.
   *
   * @throws UsageError when the file is no report, belongs to another App or service, or cannot be written.
   */
  static async open(file: string, owner: Owner): Promise<ImportReport> {
    try {
      return (await ImportReport.#begin(file, owner)) ?? (await ImportReport.#resume(file, owner));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw cannotWrite(`the report ${file}`, error);
    }
  }

  /** Null when the file exists. */
  static async #begin(file: string, owner: Owner): Promise<ImportReport | null> {
    const handle = await open(file, 'ax', ONLY_OWNER).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
      throw error;
    });
    if (!handle) return null;
    const head: ImportHead = { importId: randomUUID(), ...owner };
    await handle.write(`${JSON.stringify(head)}\n`);
    // Before the first purchase: with another importId, every row would be bought again.
    await handle.sync();
    return new ImportReport(file, head, new Map(), handle);
  }

  static async #resume(file: string, owner: Owner): Promise<ImportReport> {
    const text = await readFile(file, 'utf8');
    const [first = '', ...lines] = text.split('\n');
    const head = parseLine<ImportHead>(first);
    if (typeof head?.importId !== 'string') {
      throw new UsageError(`${file} is not the report of an import`, 'Name another with --report.');
    }
    if (head.baseUrl !== owner.baseUrl || head.appId !== owner.appId) {
      throw new UsageError(
        `${file} is the report of an import for ${head.appId} at ${head.baseUrl}`,
        'Use that App and address, or name another report with --report.',
      );
    }
    const results = lines.map((line) => parseLine<RowResult>(line)).filter((each) => each !== null);
    const handle = await open(file, 'a');
    // A run that was killed may have left half a line.
    if (!text.endsWith('\n')) await handle.write('\n');
    return new ImportReport(file, head, new Map(results.map((each) => [each.idempotencyKey, each])), handle);
  }

  /** Resolves when the result is in the file. */
  async add(
    { line, idempotencyKey, digest }: NamedRow,
    result: Pick<RowResult, 'outcome'> & Partial<RowResult>,
  ) {
    const at = new Date().toISOString();
    const text = `${JSON.stringify({ line, idempotencyKey, digest, ...result, at } satisfies RowResult)}\n`;
    this.#written = this.#written.then(() => this.#handle.write(text));
    await this.#written;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Null for a line that is not whole. Its row is sent again under the same key. */
function parseLine<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}
