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
