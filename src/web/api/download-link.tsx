import type { MouseEvent, ReactNode } from 'react';
import { useDownload } from '#web/api/use-download.ts';
import { showToast } from '#web/ui/toast.tsx';

/** A link to a file that needs a session; it also works after the page has been open for long. */
export function DownloadLink({
  address,
  className,
  children,
}: {
  address: string;
  className: string;
  children: ReactNode;
}) {
  const begin = useDownload();

  const download = async (event: MouseEvent) => {
    // The browser opens it in another tab itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!(await begin(address))) showToast('The download could not be started. Please try again.', 'error');
  };

  return (
    <a href={address} download className={className} onClick={(event) => void download(event)}>
      {children}
    </a>
  );
}
