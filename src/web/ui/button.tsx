import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type ButtonLook =
  | 'primary'
  | 'secondary'
  | 'soft'
  | 'warn'
  | 'ghost'
  | 'danger'
  | 'danger-quiet'
  | 'on-earth';

export type ButtonSize = 'sm' | 'md' | 'lg';

type Shape = { look?: ButtonLook; size?: ButtonSize; wide?: boolean };

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ look = 'primary', size = 'md', wide = false }: Shape = {}): string {
  return classNames('btn', `btn-${look}`, size !== 'md' && `btn-${size}`, wide && 'w-full');
}

type ButtonProps = Shape &
  ComponentProps<'button'> & {
    /** In progress: keeps the focus, cannot be clicked again, shows a spinner next to the label. */
    busy?: boolean;
    /** Takes the focus when the dialog around it opens. */
    'data-autofocus'?: boolean;
    icon?: ReactNode;
  };

/** `type` is "button" by default, so that no button submits by accident. */
export function Button({
  look,
  size,
  wide,
  busy = false,
  icon,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      // Not `disabled`, which would lose the focus after the click.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      className={classNames(buttonClass({ look, size, wide }), className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** Also prevents Enter in a field from submitting the form. */
const ignore = (event: MouseEvent) => event.preventDefault();

type IconButtonProps = ComponentProps<'button'> & {
  /** For screen readers and as the tooltip. */
  label: string;
};

/** A square button with an icon. */
export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames('btn-icon', className)}
      {...rest}
    >
      {children}
    </button>
  );
}

/** A button that looks like a link, for an action inside a text. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={classNames('btn-text', className)} {...rest} />;
}
