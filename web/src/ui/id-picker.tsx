/** Picks several places out of many: chips, and a field that suggests names and ids. */
import { useState } from 'preact/hooks';
import { labelOf, type Named } from '../state/draft.ts';
import type { Kind } from '../state/edits.ts';
import { Button } from './button.tsx';

interface IdPickerProps {
  readonly label: string;
  /** Ids. */
  readonly chosen: readonly string[];
  readonly options: readonly Named[];
  /** Its names are in a datalist, which may be long and is shared by all pickers. */
  readonly kind: Kind;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function IdPicker({ label, chosen, options, kind, onChange }: IdPickerProps) {
  const [text, setText] = useState('');
  /** The place with this id, or with this name if it is unique. */
  const meant = (typed: string): Named | undefined => {
    const called = options.filter(({ name }) => name === typed);
    return options.find(({ id }) => id === typed) ?? (called.length === 1 ? called[0] : undefined);
  };
  const take = (typed: string) => {
    // Commas separate several, but a name may contain one.
    const whole = meant(typed.trim());
    const places = whole ? [whole] : typed.split(',').flatMap((part) => meant(part.trim()) ?? []);
    const fresh = places.map(({ id }) => id).filter((id) => !chosen.includes(id));
    if (fresh.length === 0) return setText(typed);
    onChange([...chosen, ...fresh]);
    return setText('');
  };
  return (
    <span class="row">
      {chosen.map((id) => {
        const name = labelOf(options.find((place) => place.id === id) ?? { id });
        return (
          <span key={id} class="chip" title={id}>
            {name}
            <Button aria-label={`Remove ${name}`} onClick={() => onChange(chosen.filter((other) => other !== id))} icon="close" />
          </span>
        );
      })}
      <input
        aria-label={label}
        placeholder={label}
        list={`${kind}-names`}
        value={text}
        onInput={({ currentTarget }) => (meant(currentTarget.value) ? take(currentTarget.value) : setText(currentTarget.value))}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
    </span>
  );
}

export const Names = ({ kind, places }: { readonly kind: Kind; readonly places: readonly Named[] }) => (
  <datalist id={`${kind}-names`}>
    {places.map(({ id, name }) => (
      <option key={id} value={id} label={name} />
    ))}
  </datalist>
);
