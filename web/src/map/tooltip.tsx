/** Facts on what is under the pointer. */
import type { Point, Size } from '../../../src/page.ts';
import { focus } from '../state/view.ts';
import { factsOn } from './facts.ts';

export function Tooltip({ at, size }: { readonly at: Point; readonly size: Size }) {
  const facts = focus.value && factsOn(focus.value);
  if (!facts) return null;
  const side = at.x > size.width / 2 ? { right: `${size.width - at.x + 14}px` } : { left: `${at.x + 14}px` };
  const height = at.y > size.height / 2 ? { bottom: `${size.height - at.y + 10}px` } : { top: `${at.y + 10}px` };
  return (
    <div class="tooltip card column" style={{ ...side, ...height }}>
      <strong>{facts.title}</strong>
      {facts.lines.map((line) => (
        <span key={line} class="faint">
          {line}
        </span>
      ))}
    </div>
  );
}
