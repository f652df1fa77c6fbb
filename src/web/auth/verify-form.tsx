import { type ReactNode, useRef, useState } from 'react';
import { confirmSignUp, resendConfirmCode } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { CodeField } from '#web/auth/code-field.tsx';
import { type CoolDown, ResendButton } from '#web/auth/resend-button.tsx';
import { isInvalidCode, isUnanswered, PERHAPS_DONE, stepMessage } from '#web/auth/auth-messages.ts';
import { useFormValues } from '#web/api/use-form-values.ts';
import { Button } from '#web/ui/button.tsx';

/** The texts of one step for the two screens that verify an address (product.md §8.2, §8.3). */
type VerifyMessages = { failed: string; resent: string; resendFailed: string };

/** The code step of sign-in and of sign-up. */
export function VerifyForm({
  email,
  coolDown,
  notice,
  setNotice,
  messages,
  onVerified,
  children,
}: {
  email: string;
  coolDown: CoolDown;
  notice: Notice | null;
  setNotice: (notice: Notice | null) => void;
  messages: VerifyMessages;
  onVerified: () => Promise<void> | void;
  /** Links under the buttons. */
  children: ReactNode;
}) {
  const { form, values, set, field } = useFormValues({ code: '' });
  const [verifying, setVerifying] = useState(false);
  const [resending, setResending] = useState(false);
  const unanswered = useRef(false);

  const verify = async () => {
    setNotice(null);
    setVerifying(true);
    try {
      await call(confirmSignUp, { body: { email, confirmation_code: values.code } });
      await onVerified();
    } catch (error) {
      let text = stepMessage(error, confirmSignUp, messages.failed);
      unanswered.current ||= isUnanswered(error);
      if (isInvalidCode(text)) {
        if (unanswered.current) text += ` ${PERHAPS_DONE}`;
        set({ code: '' });
        form.current?.querySelector('input')?.focus();
      }
      coolDown.startIfTooMany(text);
      setNotice({ tone: 'error', text });
    }
    setVerifying(false);
  };

  const resend = async () => {
    setNotice(null);
    setResending(true);
    try {
      await call(resendConfirmCode, { body: { email } });
      coolDown.start();
      setNotice({ tone: 'note', text: messages.resent });
    } catch (error) {
      const text = stepMessage(error, resendConfirmCode, messages.resendFailed);
      coolDown.startIfTooMany(text);
      setNotice({ tone: 'error', text });
    }
    setResending(false);
  };

  return (
    <AuthForm {...{ form, notice }} onSubmit={verify}>
      <p className="text-muted wrap-anywhere">
        Sent to <strong className="inline-block">{email}</strong>
      </p>
      <CodeField {...field('code')} />
      <Button type="submit" size="lg" busy={verifying}>
        {verifying ? 'Verifying...' : 'Verify Email'}
      </Button>
      <ResendButton
        coolDown={coolDown}
        label="Resend confirmation code"
        busy={resending}
        onResend={() => void resend()}
      />
      <div className="auth-links">{children}</div>
    </AuthForm>
  );
}
