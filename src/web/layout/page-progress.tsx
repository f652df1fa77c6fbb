import { useNavigation } from 'react-router';
import { WaitingLine } from '#web/ui/waiting-line.tsx';

/** The line at the top while another page is loading. */
export function PageProgress() {
  return useNavigation().state === 'loading' ? <WaitingLine /> : null;
}
