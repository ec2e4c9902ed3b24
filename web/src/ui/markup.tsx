/** A drawing or a report of the library, which escapes all that comes from the data. */
interface MarkupProps {
  readonly tag?: 'div' | 'svg' | 'g' | 'article';
  readonly markup: string;
  /** Of the element. */
  readonly [attribute: string]: unknown;
}

export const Markup = ({ tag: Tag = 'div', markup, ...attributes }: MarkupProps) => (
  <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
);
