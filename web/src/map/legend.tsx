/** Which colour is which depot. Pointing at one lights its routes. */
import { formatCount, type Scene } from '../../../src/page.ts';
import { pointing } from '../state/view.ts';

/** More would cover the map. */
const most = 12;

export function Legend({ scene: { depots, routes } }: { readonly scene: Scene }) {
  const open = depots
    .map(({ id, label, colour }) => ({ id, label, colour, count: routes.filter(({ depot }) => depot === id).length }))
    .filter(({ count }) => count > 0);
  if (open.length === 0) return null;
  return (
    <details class="legend card" open={innerWidth > 860}>
      <summary>Depots</summary>
      <ul>
        {open.slice(0, most).map(({ id, label, colour, count }) => (
          <li key={id} {...pointing({ kind: 'depot', id })}>
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={colour} />
            </svg>
            {label} <span class="faint">{formatCount(count, 'route')}</span>
          </li>
        ))}
        {open.length > most && <li class="faint">and {open.length - most} more</li>}
      </ul>
    </details>
  );
}
