import { useLocation, useNavigate } from 'react-router';
import { isLocalDate } from '#domain/calendar.ts';
import type { OpenAt } from '#web/layout/nav-links.ts';

/** The service and day whose times a link has asked for (nav-links.ts), until they are closed; null if none has. */
export function useAskedToOpen(): { asked: OpenAt | null; drop: () => void } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const asked = openIn(state);
  const drop = () => {
    if (asked) void navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  };
  return { asked, drop };
}

function openIn(state: unknown): OpenAt | null {
  const { service, day } = (state as { open?: Partial<OpenAt> } | null)?.open ?? {};
  return typeof service === 'string' && typeof day === 'string' && isLocalDate(day) ? { service, day } : null;
}
