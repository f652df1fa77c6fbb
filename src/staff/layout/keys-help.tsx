import { lazy, Suspense, useEffect, useState } from 'react';

const KeysDialog = lazy(async () => ({
  default: (await import('#staff/layout/keys-dialog.tsx')).KeysDialog,
}));

/** `?` lists the keys, except while something is typed or a dialog is open. */
export function KeysHelp() {
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
  return isOpen ? (
    <Suspense fallback={null}>
      <KeysDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}
