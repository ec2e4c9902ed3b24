/** A button with a word, an icon or both. On a phone, the style sheet hides the words of the header. */
import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends ButtonHTMLAttributes {
  readonly text?: string | number;
  readonly icon?: IconName;
}

export const Button = ({ text, icon, ...attributes }: ButtonProps) => (
  <button type="button" {...attributes}>
    {icon && <Icon name={icon} />} {text !== undefined && <span class="word">{text}</span>}
  </button>
);

/** Removes what its label names. */
export const RemoveButton = (props: Pick<IconButtonProps, 'label' | 'onClick'>) => <IconButton quiet icon="trash" {...props} />;

interface IconButtonProps extends ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly quiet?: boolean;
}

export const IconButton = ({ label, quiet = false, ...attributes }: IconButtonProps) => (
  <Button class={quiet ? 'icon quiet' : 'icon'} aria-label={label} {...attributes} />
);
