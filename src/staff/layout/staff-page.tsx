import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ChevronLeft, Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { useWrittenOut } from '#staff/parts/privacy.ts';
import { AttentionLink } from '#staff/layout/attention-link.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { SearchButton } from '#staff/search/search-button.tsx';
import { useOnline } from '#staff/api/use-online.ts';
import { TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The part of a query that says how old its answer is. */
type Freshness = {
  data: unknown;
  isError: boolean;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** A screen of the staff area: its title in the top bar, and how old its content is when it cannot be refreshed. */
export function StaffPage({
  title,
  documentTitle = typeof title === 'string' ? title : '',
  back,
  controls,
  freshness,
  showsBook = true,
  children,
}: {
  title: ReactNode;
  documentTitle?: string;
  /** Where Back leads from a screen that was opened by its address. */
  back?: { to: string; label: string };
  /** Controls next to the title. */
  controls?: ReactNode;
  freshness?: Freshness;
  /** The button that leads to a new booking. */
  showsBook?: boolean;
  children: ReactNode;
}) {
  const shownTitle = useWrittenOut()(documentTitle);
  useEffect(() => {
    document.title = `${shownTitle} · ${practice.name}`;
  }, [shownTitle]);
  return (
    <>
      <header className="staff-top sticky z-25 top-0 min-h-[var(--top)] no-print">
        {back && <BackLink {...back} />}
        <h1 tabIndex={-1}>{title}</h1>
        {controls}
        <SearchButton />
        <div className="staff-top-end hidden tablet:flex tablet:items-center">
          <AttentionLink />
          <ThemeToggle />
          {showsBook && (
            <Link className="btn btn-primary" to="/book">
              <Icon of={Plus} />
              Book
            </Link>
          )}
        </div>
      </header>
      <main id="main" className="staff-main">
        {freshness && <AsOf {...freshness} />}
        {children}
      </main>
    </>
  );
}

/** Leads to the screen before, or to `to` if this one is the first. */
function BackLink({ to, label }: { to: string; label: string }) {
  const navigate = useNavigate();
  const hasBefore = useLocation().key !== 'default';
  return (
    <Link
      className="btn-icon -ml-3"
      to={to}
      aria-label={hasBefore ? 'Back' : label}
      onClick={(event) => {
        if (!hasBefore || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon of={ChevronLeft} />
    </Link>
  );
}

/** Offline, or after a failed refresh: what is shown stays, with its time. */
export function AsOf({ data, isError, dataUpdatedAt, isFetching, refetch }: Freshness) {
  const isOnline = useOnline();
  const isOld = data !== undefined && (isError || !isOnline);
  const time = formatClock(dataUpdatedAt, practice.zone);
  return (
    <div role="status" className="news-above no-print">
      {isOld && !isOnline && (
        <p className="strip bg-off-bg text-off-ink">You’re offline. This is as of {time}.</p>
      )}
      {isOld && isOnline && (
        <p className="strip bg-off-bg text-off-ink">
          <span>Couldn’t refresh this. This is as of {time}.</span>
          <TextButton className="act" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </TextButton>
        </p>
      )}
    </div>
  );
}
