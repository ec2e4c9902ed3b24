/** Line icons on a grid of 20. Each stands beside a word, or in a button with a label. */
import shapes from './icons.json' with { type: 'json' };

export type IconName = keyof typeof shapes;

const pen = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' } as const;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="symbol" viewBox="0 0 20 20" width="18" height="18" {...pen} aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
