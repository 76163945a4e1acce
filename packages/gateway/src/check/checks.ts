import type { Check } from './check.ts';
import { CANCEL } from './groups/cancel.ts';
import { DOOR } from './groups/door.ts';
import { FAULT_CHECKS } from './groups/faults.ts';
import { FORM } from './groups/form.ts';
import { LIST } from './groups/list.ts';
import { LOAD } from './groups/load.ts';
import { MONEY } from './groups/money.ts';
import { ONCE } from './groups/once.ts';
import { STOCK } from './groups/stock.ts';
import { WORD } from './groups/word.ts';

/** Every check, in the order of {@link GROUPS}. */
export const CHECKS: readonly Check[] = [
  ...DOOR,
  ...FORM,
  ...ONCE,
  ...FAULT_CHECKS,
  ...WORD,
  ...MONEY,
  ...STOCK,
  ...CANCEL,
  ...LOAD,
  ...LIST,
];

export const idOf = ({ group, name }: Check): string => `${group}/${name}`;
