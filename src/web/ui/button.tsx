import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type ButtonLook =
  'primary' | 'secondary' | 'soft' | 'warn' | 'ghost' | 'danger' | 'danger-quiet' | 'on-earth';

export type ButtonSize = 'sm' | 'md' | 'lg';

type Shape = { look?: ButtonLook; size?: ButtonSize; wide?: boolean };

/** The classes of a button, for whatever element has to look like one. */
export function buttonClass({ look = 'primary', size = 'md', wide = false }: Shape = {}): string {
  return classNames('btn', `btn-${look}`, size !== 'md' && `btn-${size}`, wide && 'w-full');
}

type ButtonProps = Shape &
  ComponentProps<'button'> & {
    /** Work is under way: keeps the focus, cannot be pressed again, turns a small ring beside the label. */
    busy?: boolean;
    /** In a dialog: gets the focus when it opens. */
    'data-autofocus'?: boolean;
    icon?: ReactNode;
  };

/** The one button. `type` is "button" unless said otherwise, so that none submits by accident. */
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
      // Not `disabled`, which would take the focus from whoever has pressed it.
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

/** Nor does Enter in a field submit a form by it. */
const ignore = (event: MouseEvent) => event.preventDefault();

type IconButtonProps = ComponentProps<'button'> & {
  /** What it does, said to screen readers and shown as the tooltip. */
  label: string;
};

/** A square button that holds one icon. */
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

/** A button that reads like a link: for a small act inside a text. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={classNames('btn-text', className)} {...rest} />;
}
