/** Inputs that hand over a value when it is complete, not at every key, and show what is wrong with it. */
import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import { change, draft, faultAt } from '../state/document.ts';
import type { Cell } from '../state/draft.ts';
import { readNumber } from './cells.ts';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'role' | 'type'> {
  readonly value: string | number;
  /** Called when the field is left or Enter is pressed. Escape restores the value. */
  readonly onCommit: (text: string) => void;
}

/** Changes elsewhere do not disturb the typing. */
export function TextInput({ value, onCommit, ...attributes }: TextInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      {...attributes}
      value={typed ?? String(value)}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={({ currentTarget }) => {
        // The element knows best: what was typed last may not have been rendered yet.
        if (currentTarget.value !== String(value)) onCommit(currentTarget.value);
        setTyped(undefined);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.value = String(value);
        if (key === 'Escape' || key === 'Enter') currentTarget.blur();
      }}
    />
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string;
  readonly children: (id: string, described: string | undefined) => ComponentChildren;
}

function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div class={fault ? 'field column faulty' : 'field column'}>
      <label for={id}>{label}</label>
      {children(id, note ? `${id}-note` : undefined)}
      {note && (
        <small id={`${id}-note`} class={fault ? 'fault' : 'faint'}>
          {note}
        </small>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<TextInputProps, 'label'> {
  readonly label: string;
}

export const TextField = ({ label, ...input }: TextFieldProps) => <Field label={label}>{(id) => <TextInput id={id} {...input} />}</Field>;

interface NumberFieldProps {
  readonly label: string;
  readonly value: Cell | null | undefined;
  readonly onChange: (value: Cell) => void;
  readonly hint?: string;
  readonly fault?: string;
  readonly placeholder?: string;
  /** Why it would change nothing, where that is so. */
  readonly idle?: string;
}

export function NumberField({ label, value, onChange, hint, fault, placeholder, idle }: NumberFieldProps) {
  return (
    <Field label={label} hint={idle ?? hint} fault={fault}>
      {(id, described) => (
        <TextInput
          id={id}
          class="number"
          inputMode="decimal"
          aria-describedby={described}
          aria-invalid={fault !== undefined}
          placeholder={placeholder}
          disabled={idle !== undefined}
          value={value ?? ''}
          onCommit={(text) => onChange(readNumber(text))}
        />
      )}
    </Field>
  );
}

interface DraftFieldProps extends Pick<NumberFieldProps, 'label' | 'placeholder' | 'idle'> {
  readonly field: 'vehicleCapacity' | 'vehicleCost' | 'costPerDistance' | 'maxRouteDistance' | 'emissionPrice';
  /** An empty field is no value. */
  readonly optional?: boolean;
}

/** A number of the data. */
export const DraftField = ({ field, optional = false, ...shown }: DraftFieldProps) => (
  <NumberField
    {...shown}
    value={draft.value[field]}
    fault={faultAt(field)}
    onChange={(value) => change((current) => ({ ...current, [field]: optional && value === '' ? undefined : value }))}
  />
);

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'label' | 'role'> {
  readonly value: T;
  /** What each choice is called. */
  readonly options: Readonly<Partial<Record<T, string>>>;
  readonly onChange: (value: T) => void;
}

export const Select = <T extends string>({ options, onChange, ...attributes }: SelectProps<T>) => (
  <select {...attributes} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
    {Object.entries(options).map(([value, name]) => (
      <option key={value} value={value}>
        {name as string}
      </option>
    ))}
  </select>
);

export const ChoiceField = <T extends string>({ label, ...select }: { readonly label: string } & SelectProps<T>) => (
  <Field label={label}>{(id) => <Select id={id} {...select} />}</Field>
);

/** Whether a depot may open, or is locked open or closed. */
export const lockNames = { candidate: 'free', open: 'open', closed: 'closed' } as const;
