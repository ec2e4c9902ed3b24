/** A bar of a round length, for maps in longitude and latitude. */
import type { Travel } from '../problem/instance.ts';
import { isGeographic } from '../problem/travel.ts';
import type { Theme } from './palette.ts';
import type { Point } from './projection.ts';
import { decimal, element, text } from './svg.ts';

const kilometresPerMile = 1.609344;

/** The largest of 1, 2, 5 · 10ᵏ that is at most `room` pixels long. */
export function chooseScaleBar(
  kilometresPerPixel: number,
  unit: 'km' | 'm' | 'mi',
  room: number,
): { readonly length: number; readonly label: string } {
  const perPixel = unit === 'mi' ? kilometresPerPixel / kilometresPerMile : kilometresPerPixel;
  const most = perPixel * room;
  const power = 10 ** Math.floor(Math.log10(most));
  const amount = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  const label = unit === 'mi' ? `${amount} mi` : amount >= 1 ? `${amount} km` : `${Math.round(amount * 1e6) / 1e3} m`;
  return { length: amount / perPixel, label };
}

/** With its left end here; nothing in a plane. */
export function drawScaleBar(kilometresPerPixel: number | undefined, travel: Travel, { x, y }: Point, room: number, theme: Theme): string {
  if (!isGeographic(travel) || !Number.isFinite(kilometresPerPixel)) return '';
  const { length, label } = chooseScaleBar(kilometresPerPixel ?? 0, travel.kind === 'great-circle' ? travel.unit : 'km', room);
  return element(
    'g',
    { class: 'scale-bar' },
    element('path', { d: `M${x} ${y - 6}v6h${decimal(length)}v-6`, fill: 'none', stroke: theme.faint, 'stroke-width': 1.5 }),
    text(label, { x: x + length / 2, y: y - 6, 'text-anchor': 'middle', 'font-size': 12, fill: theme.faint }),
  );
}
