/** A table that may be wider than the panel. It scrolls on its own, with the keyboard as well. */
import type { ComponentChildren } from 'preact';

export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys cannot scroll
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
