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
    <section class="details" aria-label={`Details of ${facts.title}`}>
      <header>
        <strong>{facts.title}</strong>
        <IconButton quiet icon="close" label="Close the details" onClick={() => (selection.value = undefined)} />
      </header>
      <ul>
        {facts.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="choices">
        <Button class="small" onClick={() => (tab.value = 'data')} text="Edit" />
        <Button class="small" onClick={onRemove} text="Delete" />
      </p>
    </section>
  );
}
