/** The units of amounts: words shown beside them, which change nothing else. */
import { change, draft } from '../state/document.ts';
import type { Draft } from '../state/draft.ts';
import { Field, TextInput } from '../ui/fields.tsx';

const fields: readonly { readonly key: keyof Draft['units']; readonly label: string; readonly placeholder: string }[] = [
  { key: 'currency', label: 'Costs in', placeholder: 'such as EUR' },
  { key: 'demand', label: 'Demands in', placeholder: 'such as kg' },
  { key: 'distance', label: 'Distances in', placeholder: 'such as km' },
];

export function UnitsForm() {
  const { units, travel } = draft.value;
  // On the globe the unit of distance is chosen above.
  const shown = fields.filter(({ key }) => key !== 'distance' || travel.kind !== 'great-circle');
  return (
    <details>
      <summary>Units</summary>
      <div class="form">
        {shown.map(({ key, label, placeholder }) => (
          <Field key={key} label={label}>
            {(id) => (
              <TextInput
                id={id}
                placeholder={placeholder}
                value={units[key] ?? ''}
                onCommit={(text) => change((current) => ({ ...current, units: { ...current.units, [key]: text.trim() || undefined } }))}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
