import { useState } from 'react';
import { downloadMyData } from '#contract/export.calls.ts';
import { useDownload } from '#web/client/use-download.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DownloadIcon } from '#web/ui/icons/download.tsx';

/** All that the practice keeps about the client, as one file to take along. */
export function MyData() {
  const begin = useDownload();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const download = async () => {
    setBusy(true);
    setFailed(false);
    const begun = await begin(downloadMyData.path);
    setBusy(false);
    setFailed(!begun);
  };

  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">Your data</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Your profile, bookings, notes, forms and signatures in one zip file. Keep it somewhere only you can
        open.
      </p>
      <Button look="secondary" busy={busy} icon={!busy && <DownloadIcon />} onClick={() => void download()}>
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
