/** The place that was clicked or tapped: what is known of it, and what can be done with it. */
import type { PlaceRef } from '../state/edits.ts';
import { selection, tab } from '../state/view.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { factsOn } from './facts.ts';

interface DetailsProps {
  readonly place: PlaceRef;
  readonly onRemove: () => void;
}

export function Details({ place, onRemove }: DetailsProps) {
  const facts = factsOn(place);
  if (!facts) return null;
  return (
    <section class="details card" aria-label={`Details of ${facts.title}`}>
      <header class="row">
        <strong>{facts.title}</strong>
        <span class="spring" />
        <IconButton quiet icon="close" label="Close the details" onClick={() => (selection.value = undefined)} />
      </header>
      <ul class="faint">
        {facts.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="row">
        <Button class="small" onClick={() => (tab.value = 'data')} text="Edit" />
        <Button class="small" onClick={onRemove} text="Delete" />
      </p>
    </section>
  );
}
