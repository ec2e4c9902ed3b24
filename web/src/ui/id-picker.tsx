/** Several names out of many: chips, and a field that knows the names. */
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface IdPickerProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly string[];
  /** Id of the datalist that offers them: one for all pickers, since each may be long. */
  readonly list: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function IdPicker({ label, chosen, options, list, onChange }: IdPickerProps) {
  const [text, setText] = useState('');
  const free = options.filter((option) => !chosen.includes(option));
  const take = (typed: string) => {
    // Commas separate several; a name may hold one itself.
    const names = options.includes(typed.trim()) ? [typed.trim()] : typed.split(',').map((name) => name.trim());
    const known = names.filter((name) => free.includes(name));
    if (known.length === 0) return setText(typed);
    onChange([...chosen, ...known]);
    return setText('');
  };
  return (
    <span class="picker">
      {chosen.map((name) => (
        <span key={name} class="chip">
          {name}
          <button type="button" aria-label={`Remove ${name}`} onClick={() => onChange(chosen.filter((other) => other !== name))}>
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        aria-label={label}
        placeholder={label}
        list={list}
        value={text}
        onInput={({ currentTarget }) => (options.includes(currentTarget.value) ? take(currentTarget.value) : setText(currentTarget.value))}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
    </span>
  );
}

export function Names({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
