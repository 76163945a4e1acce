import { useState } from 'react';

/**
 * What a dialog adds or changes, as it was when the dialog opened: a list that is read again behind it must not change what is
 * sent.
 *
 * @param item - what is changed; undefined: one is added.
 */
export function useDraft<Item, Draft extends object>(
  item: Item | undefined,
  draftOf: (item?: Item) => Draft,
) {
  const begin = (shown: Item | undefined) => ({ shown, draft: draftOf(shown) });
  const [state, setState] = useState(() => begin(item));
  return {
    ...state,
    /** Starts over, with what is changed. */
    begin: (shown: Item | undefined): void => setState(begin(shown)),
    change: (changes: Partial<Draft>): void =>
      setState((now) => ({ ...now, draft: { ...now.draft, ...changes } })),
  };
}
