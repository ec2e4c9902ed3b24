/** A modal dialog: the browser's own, with its focus trap and Escape. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Question } from '../state/view.ts';
import { Button, IconButton } from './button.tsx';

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** What had the focus before the first open dialog. */
let returnTo: Element | null = null;
let openModals = 0;

/** To where it was; if that is gone, to the map. */
function returnFocus(): void {
  const target = returnTo?.isConnected ? returnTo : document.querySelector('[role=application], [role=tab][aria-selected=true]');
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
}

export function Modal({ title, onClose: close, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const { current } = element;
    if (openModals++ === 0 && !document.activeElement?.closest('dialog')) returnTo = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      openModals--;
      // A dialog that follows another takes the focus itself.
      setTimeout(() => openModals === 0 && returnFocus());
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it is a shortcut
    <dialog ref={element} aria-labelledby={heading} onClose={close} onClick={({ target }) => target === element.current && close()}>
      <div class="sheet">
        <header class="row">
          <h2 id={heading}>{title}</h2>
          <span class="spring" />
          <IconButton quiet icon="close" label="Close" onClick={close} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Closing the question means no. */
export function Confirm({ title, text, yes, no, answer }: Question) {
  return (
    <Modal title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <p class="row">
        <Button class="primary" onClick={() => answer(true)} text={yes} />
        <Button onClick={() => answer(false)} text={no} />
      </p>
    </Modal>
  );
}
