import { useQuery } from '@tanstack/react-query';
import { staffDemoCode } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { Button } from '#web/ui/button.tsx';

/** Fills in the demo owner's next code. The call exists only in the sandbox; elsewhere there is no button. */
export function DemoCodeButton({ onCode }: { onCode: (code: string) => void }) {
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['demo-code'],
    queryFn: ({ signal }) => callStaff(staffDemoCode, {}, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  if (!data) return null;
  return (
    <Button
      look="secondary"
      wide
      busy={isFetching}
      onClick={() => void refetch().then((answer) => answer.data && onCode(answer.data.code))}
    >
      Demo code
    </Button>
  );
}
