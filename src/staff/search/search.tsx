import { useEffect } from 'react';
import { closeSearch, openSearch, searchIsOpen } from '#staff/search/search-state.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useStore } from '#web/ui/store.ts';

const SearchDialog = onDemand(async () => (await import('#staff/search/search-dialog.tsx')).SearchDialog);
const SOON_MS = 2000;

/** The search over every screen; Ctrl K or ⌘ K opens it, unless a dialog is open. */
export function Search() {
  const isOpen = useStore(searchIsOpen);
  useEffect(() => {
    const timer = setTimeout(SearchDialog.preload, SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openSearch();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen ? <SearchDialog onClose={closeSearch} /> : null;
}
