import { useState } from 'react';
import { Plus } from 'lucide';
import type { Passkey } from '#contract/staff.schemas.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { canUsePasskeys } from '#staff/passkeys/passkey-prompt.ts';
import { AddPasskeySheet } from '#staff/security/add-passkey-sheet.tsx';
import { RemovePasskeySheet } from '#staff/security/remove-passkey-sheet.tsx';
import { formatInstant } from '#staff/api/security-query.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The member's passkeys. `device`: the name of this browser, which a new one gets by default. */
export function PasskeysBox({ passkeys, device }: { passkeys: readonly Passkey[]; device: string }) {
  const [open, setOpen] = useState<'ADD' | Passkey | null>(null);
  const isOnline = useOnline();
  const close = () => setOpen(null);
  return (
    <section className="staff-box" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" tabIndex={-1}>
        Passkeys
      </h2>
      <p className="max-w-none mb-2.5 text-muted text-grid">
        Sign in with your finger, your face or the PIN of a device, instead of password and code.
      </p>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="security-row">
            <div>
              <h3>{passkey.name}</h3>
              <p>
                Added {formatInstant(passkey.created_at)}.{' '}
                {passkey.last_used_at ? `Last used ${formatInstant(passkey.last_used_at)}.` : 'Not used yet.'}
              </p>
            </div>
            <TextButton
              className="act act-danger"
              aria-label={`Remove: ${passkey.name}`}
              disabled={!isOnline}
              onClick={() => setOpen(passkey)}
            >
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
      <div className="security-row">
        {canUsePasskeys() ? (
          <Button
            look="secondary"
            icon={<Icon of={Plus} />}
            disabled={!isOnline}
            onClick={() => setOpen('ADD')}
          >
            Add a passkey
          </Button>
        ) : (
          <p>This browser can’t use passkeys here. They need a recent browser and an address with https.</p>
        )}
      </div>
      <AddPasskeySheet open={open === 'ADD'} onClose={close} device={device} />
      <RemovePasskeySheet passkey={open === 'ADD' ? null : open} onClose={close} />
    </section>
  );
}
