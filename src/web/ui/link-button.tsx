import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { ArrowRight } from 'lucide';
import { buttonClass, type ButtonLook, type ButtonSize } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

type LinkButtonProps = LinkProps & {
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
  icon?: ReactNode;
};

/** A link to another page of the site that looks like a button. */
export function LinkButton({ look, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link
      prefetch="intent"
      viewTransition
      className={classNames(buttonClass({ look, size, wide }), className)}
      {...rest}
    >
      {icon}
      {children}
    </Link>
  );
}

/** A text link with an arrow that moves on hover. */
export function ArrowLink({ className, children, ...rest }: LinkProps) {
  return (
    <Link prefetch="intent" viewTransition className={classNames('arrow-link', className)} {...rest}>
      {children}
      <Icon of={ArrowRight} />
    </Link>
  );
}
