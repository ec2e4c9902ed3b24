/** A table that may be wider than its place: it scrolls by itself, by keys as well. */
import type { ComponentChildren } from 'preact';

export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not scroll
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
