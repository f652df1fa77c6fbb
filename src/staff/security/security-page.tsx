import './security.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import {
  staffConfirmTotp,
  staffEndOtherSessions,
  staffEndSession,
  staffOfferTotp,
} from '#contract/staff.calls.ts';
import type { StaffSecurity } from '#contract/staff.schemas.ts';
import { zoneName } from '#domain/time/zone.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { PasskeysBox } from '#staff/security/passkeys-box.tsx';
import { PasswordSheet } from '#staff/security/password-sheet.tsx';
import { RecoveryCodesSheet } from '#staff/security/recovery-codes-sheet.tsx';
import { formatInstant, securityQuery } from '#staff/api/security-query.ts';
import { TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { OutputOf } from '#contract/call.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { AuthenticatorApp } from '#staff/set-up/authenticator-app.tsx';
import { CodeField } from '#staff/sign-in/code-field.tsx';

type SheetProps = { open: boolean; onClose: () => void };

/** Replaces the authenticator app: a code of the old one, then a code of the new one. */
function AppSheet({ open, onClose }: SheetProps) {
  return open ? <OpenSheet onClose={onClose} /> : null;
}

function OpenSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const { proof, setProof, refused, invalid } = useProof();
  const [newCode, setNewCode] = useState('');
  const [offered, setOffered] = useState<OutputOf<typeof staffOfferTotp> | null>(null);
  const replace = useAction();
  const onOffer = () =>
    replace.ask(() => callStaff(staffOfferTotp, { body: proof }), { done: setOffered, refused });
  const onReplace = () =>
    replace.ask(() => callStaff(staffConfirmTotp, { body: { new_code: newCode } }), {
      done: () => {
        showToast('Authenticator app replaced');
        onClose();
      },
    });
  return (
    <ActionSheet
      action={replace}
      title="Replace your authenticator app"
      confirm={offered ? 'Replace app' : 'Continue'}
      isForm
      className="grid gap-4.5"
      invalid={offered ? { code: newCode === '' ? 'Please enter a code.' : null } : invalid}
      onClose={onClose}
      onConfirm={offered ? onReplace : onOffer}
    >
      {offered ? (
        <>
          <AuthenticatorApp {...offered} />
          <CodeField label="Code that the new app shows" takesFocus value={newCode} onChange={setNewCode} />
          <p className="field-hint">Until you press Replace app, the old one keeps working.</p>
        </>
      ) : (
        <ProofField value={proof} onChange={setProof} />
      )}
    </ActionSheet>
  );
}

/** The member's password, app, recovery codes and sessions. */
export function SecurityPage() {
  const query = useFreshQuery(securityQuery);
  return (
    <StaffPage title="Security" freshness={query}>
      {query.data ? (
        <Security {...query.data} />
      ) : (
        <QueryState of={query}>
          <SkeletonGroup className="security" rows={['h-48', 'h-32']} />
        </QueryState>
      )}
    </StaffPage>
  );
}

type Change = 'PASSWORD' | 'APP' | 'RECOVERY_CODES';

const PROOFS: Record<StaffSecurity['recent_sign_ins'][number]['by'], string> = {
  CODE: 'Password and code',
  RECOVERY_CODE: 'Password and recovery code',
  PASSKEY: 'Passkey',
  SET_UP: 'Set-up link',
};

function Security({ passkeys, sessions, recovery_codes_left: left, recent_sign_ins }: StaffSecurity) {
  const [open, setOpen] = useState<Change | null>(null);
  const isOnline = useOnline();
  const close = () => setOpen(null);
  const row = (change: Change, title: string, text: string, label: string) => (
    <div className="security-row">
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <TextButton
        className="act"
        aria-label={`${label}: ${title}`}
        disabled={!isOnline}
        onClick={() => setOpen(change)}
      >
        {label}
      </TextButton>
    </div>
  );
  return (
    <div className="security">
      <section className="staff-box" aria-labelledby="keys-title">
        <h2 id="keys-title">How you sign in</h2>
        {row(
          'PASSWORD',
          'Password',
          'At least 12 characters. A change signs out every other browser.',
          'Change',
        )}
        {row('APP', 'Authenticator app', 'Shows the code for each sign-in.', 'Replace')}
        {left === 0
          ? row('RECOVERY_CODES', 'Recovery codes', 'You have no recovery codes', 'Make recovery codes')
          : row('RECOVERY_CODES', 'Recovery codes', `${left} of 10 recovery codes left`, 'Make new ones')}
      </section>
      <PasskeysBox
        passkeys={passkeys}
        device={sessions.find(({ is_current }) => is_current)?.device ?? 'This device'}
      />
      <Sessions sessions={sessions} />
      <section className="staff-box" aria-labelledby="sign-ins-title">
        <h2 id="sign-ins-title">Recent sign-ins</h2>
        <ul>
          {recent_sign_ins.map(({ at, device, by }) => (
            <li key={at} className="security-row">
              <div>
                <h3>{device}</h3>
                <p>{PROOFS[by]}</p>
              </div>
              <time dateTime={at}>{formatInstant(at)}</time>
            </li>
          ))}
        </ul>
        <p className="max-w-none py-2.5 border-t border-line text-muted text-small">
          Times in {zoneName(recent_sign_ins[0]?.at ?? sessions[0]!.seen_at, practice.zone)}. Something you
          don’t know? Change your password: that signs out every other browser.
        </p>
      </section>
      <PasswordSheet open={open === 'PASSWORD'} onClose={close} />
      <AppSheet open={open === 'APP'} onClose={close} />
      <RecoveryCodesSheet open={open === 'RECOVERY_CODES'} onClose={close} left={left} />
    </div>
  );
}

function Sessions({ sessions }: Pick<StaffSecurity, 'sessions'>) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const end = useAction();
  const onEnd = (about: string, said: string, send: () => Promise<unknown>) => {
    const settled = () => queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    end.ask(send, {
      about,
      done: () => {
        showToast(said);
        document.querySelector<HTMLElement>('#sessions-title')?.focus();
        return settled();
      },
      refused: settled,
    });
  };
  return (
    <section className="staff-box" aria-labelledby="sessions-title">
      <h2 id="sessions-title" tabIndex={-1}>
        Where you’re signed in
      </h2>
      {sessions.length > 1 && (
        <TextButton
          className="act act-danger"
          disabled={!isOnline || end.isPending}
          onClick={() =>
            onEnd('others', 'Signed out everywhere else', () => callStaff(staffEndOtherSessions, {}))
          }
        >
          Sign out everywhere else
        </TextButton>
      )}
      {end.about === 'others' && <ActionFailure action={end} />}
      <ul>
        {sessions.map(({ id, device, signed_in_at, seen_at, is_current }) => (
          <li key={id} className="security-row">
            <div>
              <h3>{device}</h3>
              <p>
                {is_current
                  ? `Signed in since ${formatInstant(signed_in_at)}`
                  : `Last seen ${formatInstant(seen_at)}`}
              </p>
              {end.about === id && <ActionFailure action={end} />}
            </div>
            {is_current ? (
              <span className="tag flex-none bg-sage-wash text-sage-strong">This browser</span>
            ) : (
              <TextButton
                className="act act-danger"
                aria-label={`Sign out: ${device}`}
                disabled={!isOnline || (end.isPending && end.about === id)}
                onClick={() =>
                  onEnd(id, 'Signed out there', () => callStaff(staffEndSession, { params: { id } }))
                }
              >
                Sign out
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
