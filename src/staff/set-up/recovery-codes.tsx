import './set-up.css';
import '#web/ui/choices.css';

import { useState } from 'react';
import { Copy, Download } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { Button } from '#web/ui/button.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** New recovery codes, which are shown only once. `isSaved` is confirmed by a checkbox. */
export function RecoveryCodes({
  codes,
  isSaved,
  onSaved,
}: {
  codes: readonly string[];
  isSaved: boolean;
  onSaved: (isSaved: boolean) => void;
}) {
  const [copied, setCopied] = useState<'NO' | 'YES' | 'FAILED'>('NO');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied('YES');
    } catch {
      // Not allowed, or a page without https.
      setCopied('FAILED');
    }
  };
  return (
    <div className="grid gap-4">
      <ol
        className="recovery-codes grid grid-cols-[repeat(auto-fill,minmax(12.6rem,1fr))] gap-x-4 gap-y-1 px-4.5 py-4"
        translate="no"
      >
        {codes.map((code) => (
          <li className="flex gap-3 whitespace-nowrap" key={code}>
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={<Icon of={Download} />} onClick={() => download(codes)}>
          Download
        </Button>
        <Button look="secondary" icon={<Icon of={Copy} />} onClick={() => void copy()}>
          {copied === 'YES' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {copied === 'FAILED' && (
        <p className="field-hint">Your browser doesn’t allow copying. Select the codes and copy them.</p>
      )}
      <Announcement>{copied === 'YES' && 'Copied'}</Announcement>
      <label className="choice">
        <input type="checkbox" checked={isSaved} onChange={(event) => onSaved(event.currentTarget.checked)} />
        <span>I’ve saved them somewhere safe</span>
      </label>
    </div>
  );
}

function download(codes: readonly string[]): void {
  const text = `Recovery codes for the staff area of ${practice.name}. Each works once.\n\n${codes.join('\n')}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  // The browser has the content when the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
