import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';

type SendNoticesProps = {
  /** Why the last try failed. */
  failure: string | null | undefined;
  /** What the button does, as in 'You can cancel'. */
  action: string;
  /** Something was typed, and stays. */
  isTyped?: boolean;
};

/** Above the button of a sheet: a failure, and that nothing can be sent without a connection. */
export function SendNotices({ failure, action, isTyped = false }: SendNoticesProps) {
  const isOnline = useOnline();
  return (
    <>
      {failure && (
        <Banner tone="error" inSight>
          {failure}
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="warn" inSight>
          {`You’re offline. You can ${action} when you are back online${isTyped ? '; what you typed stays' : ''}.`}
        </Banner>
      )}
    </>
  );
}
