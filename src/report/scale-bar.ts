/** A bar of a round length, for maps in longitude and latitude. */
import type { Theme } from './palette.ts';
import type { Box } from './projection.ts';
import { decimal, element, text } from './svg.ts';

export interface ScaleBar {
  readonly length: number;
  readonly label: string;
}

const kilometresPerMile = 1.609344;

/** The largest of 1, 2, 5 · 10ᵏ that is at most `room` pixels long. */
export function chooseScaleBar(kilometresPerPixel: number, unit: 'km' | 'm' | 'mi', room: number): ScaleBar {
  const perPixel = unit === 'mi' ? kilometresPerPixel / kilometresPerMile : kilometresPerPixel;
  const most = perPixel * room;
  const power = 10 ** Math.floor(Math.log10(most));
  const amount = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  const label = unit === 'mi' ? `${amount} mi` : amount >= 1 ? `${amount} km` : `${Math.round(amount * 1e6) / 1e3} m`;
  return { length: amount / perPixel, label };
}

export function drawScaleBar({ length, label }: ScaleBar, box: Box, theme: Theme): string {
  const left = box.left + 16;
  const bottom = box.top + box.height - 16;
  return element(
    'g',
    { class: 'scale-bar' },
    element('path', { d: `M${left} ${bottom - 6}v6h${decimal(length)}v-6`, fill: 'none', stroke: theme.faint, 'stroke-width': 1.5 }),
    text(label, { x: left + length / 2, y: bottom - 6, 'text-anchor': 'middle', 'font-size': 12, fill: theme.faint }),
  );
}
