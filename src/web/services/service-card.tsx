import './services.css';

import { Clock, MapPin } from 'lucide';
import type { LocationType } from '#domain/slots/services.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Service } from '#contract/services.schemas.ts';
import { isSlidingScale, priceLabel } from '#domain/money/money.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { isShared, kindOf, placeName } from '#web/api/service-text.ts';
import type { Session } from '#web/api/session.ts';
import { FirstVisitLink } from '#web/slots/first-visit.tsx';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type ServiceCardProps = {
  service: Service;
  place: LocationType;
  /** A CardAction, which depends on the session. */
  action: ReactNode;
  /** Below the fold on a phone. */
  belowFold: boolean;
};

/** A service with its duration, place and price. */
export function ServiceCard({ service, place, action, belowFold }: ServiceCardProps) {
  const type = service.type[0] ?? service.category;
  return (
    <Card
      as="li"
      hover
      className={classNames('service-card flex flex-col p-6', belowFold && 'below-fold', tintClassOf(type))}
    >
      <div className="flex min-h-13 items-start justify-between gap-4">
        <TypeIcon type={type} className="-mt-0.5 -ml-1 size-12" />
        <Price service={service} />
      </div>
      <h2 className="mt-4 text-xl">{service.name}</h2>
      <p className="mt-1 text-xs font-strong text-tint-ink">{kindOf(service)}</p>
      <p className="mt-3 text-sm text-muted">{service.description}</p>
      <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-6 text-sm">
        <span className="num inline-flex items-center gap-1.5">
          <Icon of={Clock} className="icon-sm text-muted" />
          {service.duration} min
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Icon of={MapPin} className="icon-sm text-muted" />
          {place === 'FIXED_LOCATION' ? (
            <Link to="/about#secret-studio" className="-my-1 py-1">
              {placeName(service, place)}
            </Link>
          ) : (
            placeName(service, place)
          )}
        </span>
      </p>
      <div className="mt-4 grid gap-3">{action}</div>
    </Card>
  );
}

/** A range on a sliding scale, else the base price (product.md §2.19.5). */
function Price({ service }: { service: Service }) {
  const note = isSlidingScale(service) ? 'Sliding scale' : isShared(service) ? 'per person' : null;
  return (
    <p className="display num text-right text-xl leading-none font-figure">
      {priceLabel(service)}
      {note != null && (
        <small className="block mt-1.5 font-text text-muted text-xs leading-tight font-medium">{note}</small>
      )}
    </p>
  );
}

type CardActionProps = {
  session: Pick<Session, 'state' | 'hasProfileData'>;
  /** Why this client may not book it; undefined: they may. */
  refusal: string | undefined;
  /** Read after the label by screen readers, to distinguish the buttons. */
  serviceName: string;
  look: ButtonLook;
  /** Handlers of the button that opens the dialog. */
  handlers: Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'onFocus'>;
};

/**
 * 'See Availability' with profile data, 'Finish Your Account' without, 'Sign In To Add To Cart' for visitors
 * (product.md §2.19.6). While the session is loading, html[data-signed-in] selects the button.
 */
export function CardAction({ session, refusal, serviceName, look, handlers }: CardActionProps) {
  const finished = session.state === 'ready' && session.hasProfileData;
  if (session.state !== 'loading' && session.state !== 'signed-out' && !finished)
    return (
      <LinkButton to="/profile" look="secondary">
        Finish Your Account
      </LinkButton>
    );
  const seeButton = (className?: string) => (
    <Button look={look} className={className} aria-haspopup="dialog" data-early="" {...handlers}>
      See Availability<span className="sr-only"> of {serviceName}</span>
    </Button>
  );
  const signIn = (className?: string) => (
    <Button disabled className={className}>
      Sign In To Add To Cart
    </Button>
  );
  if (finished && refusal !== undefined)
    return (
      <>
        <p className="text-sm">{refusal}</p>
        <FirstVisitLink refusal={refusal} />
      </>
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
