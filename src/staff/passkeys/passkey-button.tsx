import { FingerprintPattern } from 'lucide';
import { canUsePasskeys, promptPasskey } from '#staff/passkeys/passkey-prompt.ts';
import type { PasskeyProof } from '#contract/staff.schemas.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Button, type ButtonLook, type ButtonSize } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

type PasskeyButtonProps = {
  purpose: 'SIGN_IN' | 'UNLOCK';
  look?: ButtonLook;
  size?: ButtonSize;
  /** What the passkey is for, within the same wait. */
  onPasskey: (proof: PasskeyProof) => unknown;
  /** A message, or null when a prompt opens. */
  onError: (message: string | null) => void;
};

/** Opens the browser's prompt; nothing where the browser knows no passkeys. */
export function PasskeyButton({ purpose, look, size, onPasskey, onError }: PasskeyButtonProps) {
  const prompt = useAction();
  const onClick = () => {
    onError(null);
    prompt.ask(async () => onPasskey(await promptPasskey(purpose)), {
      refused: ({ message }) => onError(message),
    });
  };
  if (!canUsePasskeys()) return null;
  return (
    <Button
      wide
      icon={<Icon of={FingerprintPattern} />}
      busy={prompt.isPending}
      onClick={onClick}
      {...(look && { look })}
      {...(size && { size })}
    >
      Use a passkey
    </Button>
  );
}
