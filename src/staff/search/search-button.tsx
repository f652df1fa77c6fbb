import { Search } from 'lucide';
import { openSearch } from '#staff/search/search-state.ts';
import { Icon } from '#web/ui/icon.tsx';

const KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the search, as Ctrl K does. */
export function SearchButton() {
  return (
    <button
      type="button"
      className="search-button inline-flex items-center gap-2.5 min-h-target rounded-control text-grid"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
    >
      <Icon of={Search} className="flex-none size-5" />
      <span>Search</span>
      <kbd aria-hidden="true">{KEYS}</kbd>
    </button>
  );
}
