import { lazy, Suspense, useEffect } from 'react';
import { searchIsOpen } from '#staff/search/search-state.ts';
import { useStore } from '#web/ui/store.ts';

const SearchDialog = lazy(async () => ({
  default: (await import('#staff/search/search-dialog.tsx')).SearchDialog,
}));

/** The search over every screen; Ctrl K or ⌘ K opens it, unless a dialog is open. */
export function Search() {
  const isOpen = useStore(searchIsOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) searchIsOpen.set(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen ? (
    <Suspense fallback={null}>
      <SearchDialog onClose={() => searchIsOpen.set(false)} />
    </Suspense>
  ) : null;
}
