import { useNavigation } from 'react-router';
import { ProgressLine } from '#web/ui/progress-line.tsx';

/** The progress line while another page is loading. */
export function PageProgress() {
  return useNavigation().state === 'loading' ? <ProgressLine /> : null;
}
