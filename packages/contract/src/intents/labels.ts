import { z } from 'zod';
import { fieldError, FORBIDDEN_TEXT_PATTERN, hasLength } from '../fields.ts';
import { encodeFieldIssue, type FieldIssue } from '../field-issues.ts';
import { LIMITS, TEXT_LENGTHS } from '../limits.ts';

/** The caller's own names and values for an intent. */
export type Labels = Record<string, string>;

/** The form of a label's key. `__proto__` is none. */
export const LABEL_KEY_PATTERN = new RegExp(`^[a-z][a-z0-9_.-]{0,${LIMITS.labelKeyChars - 1}}$`);

/** What is wrong with the key of a label; null: nothing. */
export const labelKeyIssue = (key: string): FieldIssue | null =>
  LABEL_KEY_PATTERN.test(key) ? null : { rule: 'labelKey', max: LIMITS.labelKeyChars };

/** What is wrong with the value of a label; null: nothing. */
export function labelValueIssue(value: unknown): FieldIssue | null {
  if (typeof value !== 'string') return { rule: 'type', values: ['string'] };
  if (!value.isWellFormed() || FORBIDDEN_TEXT_PATTERN.test(value)) return { rule: 'text' };
  return hasLength(value.trim(), TEXT_LENGTHS.label) ? null : { rule: 'length', ...TEXT_LENGTHS.label };
}

/** What is wrong with the labels of a body, with the key where it is one label's; empty: nothing. */
function labelIssues(given: unknown): { key?: string; issue: FieldIssue }[] {
  if (given === undefined) return [{ issue: { rule: 'required' } }];
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return [{ issue: { rule: 'type', values: ['object'] } }];
  }
  const entries = Object.entries(given);
  if (entries.length > LIMITS.labelsPerIntent)
    return [{ issue: { rule: 'values', max: LIMITS.labelsPerIntent } }];
  return entries.flatMap(([key, value]) => {
    const issue = labelKeyIssue(key) ?? labelValueIssue(value);
    return issue ? [{ key, issue }] : [];
  });
}

const trimmed = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, value.trim()]));

const description = `Your own names and values for the intent, at most ${LIMITS.labelsPerIntent}, to find it by. A key has a lower-case letter, then at most ${LIMITS.labelKeyChars - 1} lower-case letters, digits, \`_\`, \`.\` and \`-\`; a value has ${TEXT_LENGTHS.label.min} to ${TEXT_LENGTHS.label.max} characters. Not for personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them.`;
const form = {
  type: 'object',
  additionalProperties: {
    type: 'string',
    minLength: TEXT_LENGTHS.label.min,
    maxLength: TEXT_LENGTHS.label.max,
  },
  propertyNames: { pattern: LABEL_KEY_PATTERN.source },
  maxProperties: LIMITS.labelsPerIntent,
  example: { batch: '2026-11', 'cost-center': 'it' },
};

/**
 * The labels of a body, with their values trimmed. A schema of records would pass over a key `__proto__`, and have texts of
 * its own for a wrong key.
 */
export const GivenLabels = (z.any() as z.ZodType<Labels, Labels>)
  .check((given) => {
    const issues = labelIssues(given.value);
    for (const { key, issue } of issues) {
      const path = key === undefined ? [] : [key];
      given.issues.push({ code: 'custom', message: encodeFieldIssue(issue), path, input: given.value });
    }
    if (issues.length === 0) given.value = trimmed(given.value);
  })
  .meta({ ...form, description });

/** The labels of an answer. */
export const ShownLabels = z
  .record(z.string(), z.string())
  .meta({ description: `${description} Absent without any.`, example: form.example });

export const SetLabelsBody = z.strictObject({ labels: GivenLabels }, fieldError).meta({
  title: 'SetLabelsBody',
  description: 'All labels that the intent shall have; `{}`: none.',
});

export type SetLabelsInput = z.infer<typeof SetLabelsBody>;
