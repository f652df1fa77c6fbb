import type { ComponentProps } from 'react';
import type { Session } from '#web/client/session.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type CardActionProps = {
  session: Pick<Session, 'state' | 'hasProfileData'>;
  /** Said after the label, so that a dozen equal buttons can be told apart. */
  serviceName: string;
  look: ButtonLook;
  /** What the button that opens the times does. */
  see: Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'onFocus'>;
};

/**
 * 'See Availability' with profile data, 'Finish Your Account' without, 'Sign In To Add To Cart' for visitors
 * (product.md §2.19.6). Until it is known who is looking, the mark of a session in the browser decides.
 */
export function CardAction({ session, serviceName, look, see }: CardActionProps) {
  const finished = session.state === 'ready' && session.hasProfileData;
  if (session.state !== 'loading' && session.state !== 'signed-out' && !finished)
    return (
      <LinkButton to="/profile" look="secondary">
        Finish Your Account
      </LinkButton>
    );
  const seeButton = (className?: string) => (
    <Button look={look} className={className} aria-haspopup="dialog" data-early="" {...see}>
      See Availability<span className="sr-only"> of {serviceName}</span>
    </Button>
  );
  const signIn = (className?: string) => (
    <Button disabled className={className}>
      Sign In To Add To Cart
    </Button>
  );
  if (finished) return seeButton();
  if (session.state === 'signed-out') return signIn();
  return (
    <>
      {seeButton('if-signed-in')}
      {signIn('if-signed-out')}
    </>
  );
}
