/** Line icons on a grid of 20. Each stands beside a word, or in a button with a label. */
const shapes = {
  pointer: 'M5 3l10 7.500-4.500.800L13 16l-2 1-2.400-4.700L5 15z',
  customer: 'M10 5.500a4.500 4.500 0 1 0 .01 0z',
  depot: 'M4.500 4.500h11v11h-11z',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.700 10h6.600L14 6M8.500 9v4.500M11.500 9v4.500',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4',
  undo: 'M8 5L4 9l4 4M4 9h7.500a4 4 0 0 1 0 8H9',
  redo: 'M12 5l4 4-4 4M16 9H8.500a4 4 0 0 0 0 8H11',
  folder: 'M3 6h5l1.500 2H17v8H3z',
  save: 'M4 4h9.500L16 6.500V16H4zM7 4v4h5V4M7 16v-4.500h6V16',
  move: 'M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2',
  download: 'M10 3v9M6.500 8.500L10 12l3.500-3.500M4 16h12',
  sun: 'M10 6.500a3.500 3.500 0 1 0 .01 0zM10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.400 1.400M14.300 14.300l1.400 1.400M15.700 4.300l-1.400 1.400M5.700 14.300l-1.400 1.400',
  moon: 'M15.500 12.500A6.500 6.500 0 0 1 7.500 4.500a6.500 6.500 0 1 0 8 8z',
  system: 'M3 4h14v9H3zM7 17h6M10 13v4',
  play: 'M6 4l10 6-10 6z',
  stop: 'M5.500 5.500h9v9h-9z',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.200v.600',
  close: 'M5 5l10 10M15 5L5 15',
  keep: 'M6 3h8v14l-4-3-4 3z',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="symbol"
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.600"
      stroke-linejoin="round"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
