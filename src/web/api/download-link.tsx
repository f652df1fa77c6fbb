import type { MouseEvent, ReactNode } from 'react';
import { showToast } from '#web/ui/toast.tsx';
import { useSession } from '#web/api/session.ts';

/**
 * Downloads a file that needs a session; returns whether the download could start. A download cannot refresh an expired
 * session, so the session is requested first: that call can.
 */
export function useDownload(): (address: string) => Promise<boolean> {
  const { refetch } = useSession();
  return async (address) => {
    const answer = (await refetch()) as { isError?: boolean };
    if (answer.isError) return false;
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
    return true;
  };
}

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
