/** The current size of an element. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Size } from '../../../src/page.ts';

export function useSize(element: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 600, height: 400 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const { width, height } = current.getBoundingClientRect();
      if (width > 0 && height > 0) setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
