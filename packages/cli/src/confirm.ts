import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Asks whether to do what cannot be undone; `question` names it. @throws UsageError where nobody can answer. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  if (!terminal.isInteractive)
    throw new UsageError('this cannot be undone, and there is nobody to ask', 'Add --yes if you are sure.');
  const answer = await terminal.ask(`${question} This cannot be undone. [y/N] `);
  return /^y(es)?$/i.test(answer);
}
