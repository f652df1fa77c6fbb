import '#staff/sign-in/gate.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Check } from 'lucide';
import type { PasskeyProof } from '#contract/staff.schemas.ts';
import { meQuery } from '#staff/api/session.ts';
import { PasskeyButton } from '#staff/passkeys/passkey-button.tsx';
import { canUsePasskeys } from '#staff/passkeys/passkey-prompt.ts';
import { securityQuery } from '#staff/api/security-query.ts';
import { DemoCodeButton } from '#staff/sign-in/demo-code-button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/api/request.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Confirms a change of security settings. */
export type Proof = { code: string } | { passkey: PasskeyProof };

/** The proof that a sheet collects. A passkey that was refused is used up. */
export function useProof() {
  const [proof, setProof] = useState<Proof>({ code: '' });
  const refused = ({ code }: ApiError) => {
    if (code === 'PASSKEY_NOT_ACCEPTED') setProof({ code: '' });
  };
  const isMissing = 'code' in proof && proof.code.trim() === '';
  return { proof, setProof, refused, invalid: { code: isMissing ? 'Please enter a code.' : null } };
}

/** Asks for a code, or for a passkey where the member has one. */
export function ProofField({ value, onChange }: { value: Proof; onChange: (value: Proof) => void }) {
  const { data: me } = useQuery(meQuery);
  const { data: security } = useQuery({ ...securityQuery, staleTime: Infinity });
  const [promptError, setPromptError] = useState<string | null>(null);
  const hasPasskey = canUsePasskeys() && (security?.passkeys.length ?? 0) > 0;
  const change = (code: string) => onChange({ code });
  if ('passkey' in value) return <Confirmed onCode={() => change('')} />;
  return (
    <div className="grid gap-3">
      {hasPasskey && (
        <>
          <PasskeyButton
            purpose="UNLOCK"
            look="secondary"
            onPasskey={(passkey) => onChange({ passkey })}
            onError={setPromptError}
          />
          {promptError !== null && <Banner tone="error">{promptError}</Banner>}
          <p className="gate-or flex gap-3 items-center text-muted text-small">or</p>
        </>
      )}
      <TextField
        label="Code from your authenticator app"
        hint="A recovery code works too."
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        value={value.code}
        onChange={change}
      />
      {me?.is_demo && <DemoCodeButton onCode={change} />}
    </div>
  );
}

function Confirmed({ onCode }: { onCode: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  // The button that opened the prompt is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 items-center justify-between">
      <p className="flex gap-2 items-center text-sage-strong font-strong" ref={text} tabIndex={-1}>
        <Icon of={Check} />
        Confirmed with a passkey
      </p>
      <TextButton className="act act-soft" onClick={onCode}>
        Use a code
      </TextButton>
    </div>
  );
}
