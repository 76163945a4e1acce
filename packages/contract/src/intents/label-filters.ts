import { z } from 'zod';
import { encodeFieldIssue, type FieldIssue } from '../field-issues.ts';
import { fieldError } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { labelKeyIssue, labelValueIssue } from './labels.ts';

/** A parameter that filters by a label: `label[batch]` or `label[batch][in]`. */
export type LabelParameter = `label[${string}]`;
export type LabelParameters = { [name in LabelParameter]?: string | undefined };

/** The label that a parameter filters by; null for a parameter of another form. */
export function readLabelParameter(name: string): { key: string; operator: 'eq' | 'in' } | null {
  const [, key, operator] = /^label\[([^[\]]*)\](\[in\])?$/.exec(name) ?? [];
  return key === undefined ? null : { key, operator: operator ? 'in' : 'eq' };
}

function issueOf(name: string, value: unknown): FieldIssue | null {
  const parameter = readLabelParameter(name);
  if (parameter === null) return { rule: 'unknown', keys: [name] };
  if (Array.isArray(value)) return { rule: 'repeated' };
  const wrongKey = labelKeyIssue(parameter.key);
  if (wrongKey || parameter.operator === 'eq') return wrongKey ?? labelValueIssue(value);
  const values = String(value).split(',');
  if (values.length > LIMITS.filterValues) return { rule: 'values', max: LIMITS.filterValues };
  return values.map(labelValueIssue).find((issue) => issue !== null) ?? null;
}

/** Everything beside the named parameters; the check below says what may be there. */
const Beside = z.unknown() as z.ZodType<string | undefined>;

const issueAt = (input: unknown, issue: FieldIssue, path: string[] = []): z.core.$ZodRawIssue => ({
  code: 'custom',
  message: encodeFieldIssue(issue),
  path,
  input,
});

/**
 * A strict object of parameters, and filters by labels beside them. All of its errors are told at once, those of the named
 * parameters too. It is used as it is: what the library makes of it, such as `extend`, lets a parameter `__proto__` through.
 */
export function withLabelFilters<Shape extends z.ZodRawShape>(
  shape: Shape,
  meta: { title: string; description: string },
) {
  const isNamed = (name: string): boolean => Object.hasOwn(shape, name);
  const run = ({ value: query, issues }: z.core.ParsePayload<Record<string, unknown>>): void => {
    const beside = Object.keys(query).filter((name) => !isNamed(name));
    for (const name of beside) {
      const issue = issueOf(name, query[name]);
      if (issue) issues.push(issueAt(query, issue, issue.rule === 'unknown' ? [] : [name]));
    }
    if (beside.filter(readLabelParameter).length > LIMITS.labelFilters) {
      issues.push(issueAt(query, { rule: 'values', max: LIMITS.labelFilters }, ['label']));
    }
  };
  // With `when`, it runs after errors of the named parameters too.
  const check = { _zod: { check: run, def: { check: 'custom', when: () => true }, onattach: [] } };
  const schema = z
    .object(shape, fieldError)
    .catchall(Beside)
    .check(check)
    .meta({ ...meta, takesLabels: true });
  // Where other keys may be, the library passes over this one.
  const proto = '__proto__';
  const { _zod: inner } = schema;
  const runAll = inner.run.bind(inner);
  inner.run = (payload, context) => {
    const { value, issues } = payload as z.core.ParsePayload;
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, proto)) {
      issues.push(issueAt(value, { rule: 'unknown', keys: [proto] }));
    }
    return runAll(payload, context);
  };
  return schema;
}

const DESCRIPTION = `Only intents with these labels: \`label[batch]=2026-11\` for one value, \`label[batch][in]=2026-10,2026-11\` for one of several, at most ${LIMITS.filterValues}, separated by commas. At most ${LIMITS.labelFilters} such parameters, and all must hold. A value with a comma in it is found only without \`[in]\`.`;

/** The parameter of all filters by labels, as OpenAPI describes it. */
export const LABEL_PARAMETER = {
  name: 'label',
  in: 'query',
  style: 'deepObject',
  explode: true,
  description: DESCRIPTION,
  schema: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: {
            in: {
              type: 'string',
              description: `One of these values, at most ${LIMITS.filterValues}, separated by commas.`,
              examples: ['2026-10,2026-11'],
            },
          },
          additionalProperties: false,
        },
      ],
    },
  },
  example: { batch: '2026-11' },
} as const;
