import { type LabelParameters, type Labels, readLabelParameter } from '@procurement-intents/contract';

/** The labels as a host stores them; null: none. */
export const storedLabels = (labels: Labels | undefined): Labels | null =>
  labels === undefined || Object.keys(labels).length === 0 ? null : labels;

/** The labels of a stored intent. */
export const labelsOf = ({ labels }: { labels: unknown }): Labels => (labels ?? {}) as Labels;

/** The condition that an intent has a label of this key with one of these values. */
export interface LabelCondition {
  label: string;
  oneOf: readonly string[];
}

export const isLabelCondition = (condition: object): condition is LabelCondition => 'label' in condition;

/** The conditions of the filters by labels in a validated query. */
export const labelConditions = (query: LabelParameters): LabelCondition[] =>
  Object.entries(query).flatMap(([name, text]) => {
    const parameter = readLabelParameter(name);
    if (parameter === null || text === undefined) return [];
    const values = parameter.operator === 'in' ? text.split(',') : [text];
    return [{ label: parameter.key, oneOf: [...new Set(values.map((value) => value.trim()))] }];
  });

/** Whether the intent satisfies the condition. `sql-conditions.ts` of the server is the same in SQL: `list.test.ts` there holds it to this. */
export function hasLabel(intent: { labels: unknown }, { label, oneOf }: LabelCondition): boolean {
  // What a key such as `constructor` finds on every object is no text.
  return oneOf.includes(labelsOf(intent)[label] as string);
}
