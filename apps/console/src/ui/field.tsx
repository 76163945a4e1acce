import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  hint?: string;
  /** Gets the id that the label names. */
  children: (id: string) => ReactNode;
}

/** A label above its control. */
export function Field({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** Values and their texts. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** A choice of one value. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(id) => (
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface ChecksProps {
  legend: string;
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A choice of any of some values. */
export const Checks = ({ legend, options, chosen, onChange }: ChecksProps) => (
  <fieldset className="checks">
    <legend>{legend}</legend>
    {options.map(([value, text]) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
          }
        />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
);
