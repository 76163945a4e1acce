import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** What the kills need of a process; those of the service have it too. */
export interface Killable {
  killNow(): void;
  hasEnded(): Promise<unknown>;
  start(): Promise<void>;
}

interface Program {
  args: readonly string[];
  env: Record<string, string>;
  /** Any answer here shows that the program has started. It must need no other program. */
  url: string;
}

const START_MS = 180_000;
const ANSWER_MS = 5_000;
const KEPT_LINES = 200;
/** Ends a program with the process that has started it, however that ends. */
const END_WITH_TEST = `data:text/javascript,process.on('disconnect',()=>process.exit());process.channel.unref()`;

/** A program of Node, which can be killed and started again. */
export class KillableProcess implements Killable {
  readonly #program: Program;
  readonly #lines: string[] = [];
  #running: { child: ChildProcess; exited: Promise<unknown> } | null = null;
  #isStopped = false;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The last lines that it wrote, across all its starts. */
  get log(): readonly string[] {
    return this.#lines;
  }

  /** @throws Error when it does not answer, and after {@link stop}. */
  async start(): Promise<void> {
    if (this.#isStopped) throw new Error('it was stopped, and is not started again');
    const { args, env } = this.#program;
    const child = spawn(process.execPath, ['--import', END_WITH_TEST, ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#running = { child, exited: once(child, 'exit') };
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => this.#keep(chunk));
    await this.#answers(child);
  }

  killNow(): void {
    this.#running?.child.kill('SIGKILL');
  }

  async hasEnded(): Promise<void> {
    await this.#running?.exited;
  }

  /** Kills it for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.killNow();
    await this.hasEnded();
  }

  async #answers(child: ChildProcess): Promise<void> {
    const until = performance.now() + START_MS;
    const ask = () => fetch(this.#program.url, { signal: AbortSignal.timeout(ANSWER_MS) });
    while ((await ask().catch(() => null)) === null) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > until)
        throw new Error(`it did not start: ${this.#lines.join('\n')}`);
      await delay(100);
    }
  }

  #keep(chunk: Buffer): void {
    this.#lines.push(...chunk.toString().split('\n').filter(Boolean));
    this.#lines.splice(0, this.#lines.length - KEPT_LINES);
  }
}
