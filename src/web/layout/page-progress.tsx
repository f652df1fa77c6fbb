import { useNavigation } from 'react-router';

/** The line at the top while another page is loading. */
export function PageProgress() {
  return useNavigation().state === 'loading' ? <div className="page-progress" aria-hidden="true" /> : null;
}
