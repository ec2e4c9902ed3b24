/** A modal dialog: the browser's own, with its focus trap and Escape. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Modal({ title, onClose: close, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = element;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it is only the shorter way
    <dialog
      ref={element}
      aria-labelledby="dialog-title"
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="sheet">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="icon quiet" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
