import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadMyData } from '#contract/export.calls.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** All that the practice keeps about the client, as one file to take along. */
export function MyData() {
  const { refetch } = useSession();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const download = async () => {
    setBusy(true);
    setFailed(false);
    // A download cannot renew a login that has grown old; this question can.
    const answer = (await refetch()) as { isError?: boolean };
    setBusy(false);
    if (answer.isError) return setFailed(true);
    const link = document.createElement('a');
    link.href = downloadMyData.path;
    link.download = '';
    link.click();
  };

  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">Your data</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Your profile, bookings, notes, forms and signatures in one zip file. Keep it somewhere only you can
        open.
      </p>
      <Button
        look="secondary"
        busy={busy}
        icon={!busy && <Download className="icon" strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => void download()}
      >
        Download my data
      </Button>
      {failed && (
        <Banner tone="error" className="mt-4">
          The download could not be started. Please try again.
        </Banner>
      )}
    </Card>
  );
}
