import { useSession } from '#web/client/session.ts';

/**
 * Downloads what only a login opens; tells whether it could begin. A download cannot renew a login that has grown old,
 * so the server is asked first who is there: that question can.
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
