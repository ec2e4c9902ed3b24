/** The units of amounts: words shown beside them, which change nothing else. */
import { change, draft } from '../state/document.ts';
import { TextField } from '../ui/fields.tsx';

const fields = [
  { key: 'currency', label: 'Costs in', placeholder: 'such as EUR' },
  { key: 'demand', label: 'Demands in', placeholder: 'such as kg' },
  { key: 'distance', label: 'Distances in', placeholder: 'such as km' },
] as const;

export function UnitsForm() {
  const { units, travel } = draft.value;
  const set = (key: string, text: string) =>
    change((current) => ({ ...current, units: { ...current.units, [key]: text.trim() || undefined } }));
  // On the globe the unit of distance is chosen above.
  const shown = fields.filter(({ key }) => key !== 'distance' || travel.kind !== 'great-circle');
  return (
    <details>
      <summary>Units</summary>
      <div class="form">
        {shown.map(({ key, ...field }) => (
          <TextField key={key} {...field} value={units[key] ?? ''} onCommit={(text) => set(key, text)} />
        ))}
      </div>
    </details>
  );
}
