/** What one should know: a warning, or a fault in the library's own words: code, place, reason. */
import type { ComponentChildren } from 'preact';
import type { Fault } from '../../../src/page.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface NoteProps {
  readonly text: string;
  readonly role?: 'status' | 'alert';
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

export const Note = ({ text, role, children }: NoteProps) => (
  <p class="stale" role={role}>
    <Icon name="warning" />
    <span>{text}</span>
    {children}
  </p>
);

interface ErrorNoteProps {
  readonly fault: Fault;
  /** Goes on without the columns at fault. */
  readonly without?: (columns: readonly string[]) => void;
  readonly children?: ComponentChildren;
}

const whereOf = ({ file, line, field }: Fault['place']) =>
  [file, line === undefined ? undefined : `line ${line}`, field].filter(Boolean).join(', ');

export function ErrorNote({ fault: { code, reason, place, others = [] }, without, children }: ErrorNoteProps) {
  const { ignorable } = place;
  return (
    <div class="error-note" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <code>{code}</code> <span class="faint">{whereOf(place)}</span>
        </p>
        <p>{reason}</p>
        {others.map((other, k) => (
          <p key={k}>
            <span class="faint">{whereOf(other.place)}</span> {other.reason}
          </p>
        ))}
        {children}
        {without && ignorable && <Button onClick={() => without(ignorable)} text={`Plan without ${ignorable.join(', ')}`} />}
      </div>
    </div>
  );
}
