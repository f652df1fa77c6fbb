import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { CalendarDays, Ellipsis, FileText, LogOut, Plus, Settings, Shield, Sun, Users } from 'lucide';
import { unlockRequest } from '#staff/api/unlock.ts';
import { endedSession, meQuery } from '#staff/api/session.ts';
import { AttentionCount } from '#staff/layout/attention-link.tsx';
import { PracticeLinks, PrivacyButton } from '#staff/layout/rail-items.tsx';
import { useSignOut } from '#staff/layout/sign-out.tsx';
import { Brand } from '#staff/parts/brand.tsx';
import { result } from '#staff/parts/result.ts';
import { Search } from '#staff/search/search.tsx';
import { LockButton, LockKey } from '#staff/unlock/lock-button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useStore } from '#web/ui/store.ts';
import { ToastOutlet } from '#web/ui/toast.tsx';
import { ApiError } from '#web/api/request.ts';
import { Icon } from '#web/ui/icon.tsx';

const MoreSheet = onDemand(async () => (await import('#staff/layout/more-sheet.tsx')).MoreSheet);
const ResultSheet = onDemand(async () => (await import('#staff/parts/result-sheet.tsx')).ResultSheet);
const UnlockSheet = onDemand(async () => (await import('#staff/unlock/unlock-sheet.tsx')).UnlockSheet);

/** Hides what is open until the code is there: the browser may be in other hands by now. */
const SignInAgain = onDemand(
  async () => (await import('#staff/sign-in/sign-in-again.tsx')).SignInAgain,
  <div className="session-ended" />,
  <p role="alert" className="session-ended fixed inset-x-4 top-16">
    You were signed out. Reload the page to sign in again.
  </p>,
);
/** The first screen has loaded by then. */
const PRELOAD_MS = 3000;

const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/** The frame around every screen: a rail on the left, a bar at the bottom on phones. */
export function Frame() {
  const { pathname } = useLocation();
  const { data: me, error } = useQuery(meQuery);
  // A visitor without a session is on the way to the sign-in page, and asks for nothing else.
  const asks = me !== undefined || (error !== null && !isSignedOut(error));
  const hasEnded = useStore(endedSession);
  const unlocking = useStore(unlockRequest);
  const hasResult = useStore(result) !== null;
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return focusTitle();
  }, [pathname]);
  useEffect(() => {
    const timer = setTimeout(SignInAgain.preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="staff-frame min-h-dvh">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Rail name={me?.name} asks={asks} />
      <div className="staff-column">{asks && <Outlet />}</div>
      <KeysHelp />
      <LockKey />
      {unlocking && !hasEnded && <UnlockSheet reason={unlocking.reason} />}
      {me && <Search />}
      <ToastOutlet />
      {hasResult && <ResultSheet />}
      {hasEnded && me && <SignInAgain me={me} />}
    </div>
  );
}

/** `asks`: whether it may ask how many items need attention. */
function Rail({ name, asks }: { name: string | undefined; asks: boolean }) {
  /** Null: it was not opened yet. */
  const [showsMore, setShowsMore] = useState<boolean | null>(null);
  const { signOut, isPending, question } = useSignOut();
  return (
    <nav className="staff-rail no-print" aria-label="Staff area">
      <Brand />
      <NavLink to="/" end>
        <Icon of={Sun} />
        <span>Today</span>
        {asks && <AttentionCount />}
      </NavLink>
      <NavLink to="/calendar">
        <Icon of={CalendarDays} />
        <span>Calendar</span>
      </NavLink>
      <NavLink to="/book" className="tablet:hidden">
        <i
          className="grid place-items-center w-12 h-8.5 rounded-pill bg-sage text-on-sage"
          aria-hidden="true"
        >
          <Icon of={Plus} />
        </i>
        <span>Book</span>
      </NavLink>
      <NavLink to="/clients">
        <Icon of={Users} />
        <span>Clients</span>
      </NavLink>
      <div className="staff-rail-group">
        <PracticeLinks />
      </div>
      <button
        type="button"
        className="tablet:hidden"
        aria-haspopup="dialog"
        aria-expanded={showsMore === true}
        {...MoreSheet.preloadHandlers}
        onClick={() => setShowsMore(true)}
      >
        <Icon of={Ellipsis} />
        <span>More</span>
      </button>
      <div className="staff-rail-end">
        <NavLink to="/settings">
          <Icon of={Settings} />
          <span>Settings</span>
        </NavLink>
        <NavLink to="/audit">
          <Icon of={FileText} />
          <span>Audit log</span>
        </NavLink>
        <NavLink to="/security">
          <Icon of={Shield} />
          <span>Security</span>
        </NavLink>
        <LockButton />
        <PrivacyButton />
        <button type="button" aria-disabled={isPending || undefined} onClick={signOut}>
          <Icon of={LogOut} />
          <span>Sign out</span>
        </button>
        {name !== undefined && (
          <p className="staff-member tablet:flex tablet:items-center tablet:gap-3 tablet:min-h-11 tablet:mt-1">
            <Avatar name={name} />
            <span>{name}</span>
          </p>
        )}
      </div>
      {showsMore !== null && <MoreSheet open={showsMore} onClose={() => setShowsMore(false)} />}
      {question}
    </nav>
  );
}

/** Moves the focus to the title of a screen, as soon as it is there. Returns a function that gives up. */
function focusTitle(): () => void {
  if (focusNow()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (focusNow()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusNow(): boolean {
  const title = document.querySelector<HTMLElement>('h1');
  title?.focus();
  return title !== null;
}

const KeysDialog = onDemand(async () => (await import('#staff/layout/keys-dialog.tsx')).KeysDialog);

/** `?` lists the keys, except while something is typed or a dialog is open. */
function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog[open], [contenteditable]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen ? <KeysDialog onClose={() => setIsOpen(false)} /> : null;
}
