import type { ReactNode } from 'react';
import { LotusArt } from '#web/art/lotus.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Nothing is left: the payment has arrived, or the link was opened again. */
export function Paid({ children }: { children: ReactNode }) {
  return (
    <div className="wrap quiet">
      <div className="art">
        <LotusArt />
      </div>
      <h1>Thank you!</h1>
      <p role="status">{children}</p>
      <LinkButton to="/profile/schedule">Open my schedule</LinkButton>
    </div>
  );
}
