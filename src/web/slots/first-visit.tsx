import { AUDIENCE_TEXTS } from '#domain/slots/access.ts';
import { FIRST_VISIT, servicesOf } from '#web/layout/nav-links.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The way to a service for new clients, where a client is refused (AUDIENCE) because they are new. */
export const FirstVisitLink = ({ refusal }: { refusal: string }) =>
  refusal === AUDIENCE_TEXTS.KNOWN?.refusal && (
    <LinkButton {...servicesOf('ALL', { service: FIRST_VISIT, day: null })} look="secondary">
      Book a First Visit
    </LinkButton>
  );
