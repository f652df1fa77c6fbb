import { byPerson, type Reached, toCall } from '#domain/visits/reach.ts';
import { CallList } from '#staff/parts/call-list.tsx';
import { askToCall, result } from '#staff/parts/result.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { useStore } from '#web/ui/store.ts';
import { showToast } from '#web/ui/toast.tsx';

/** What was done: whom to call, or a toast if everybody gets an e-mail. */
export function showResult(text: string, reached: readonly Reached[]): void {
  if (!askToCall(text, toCall(reached))) showToast(text);
}

/** Whom to call after a change, over every screen. */
export function ResultSheet() {
  const shown = useStore(result);
  if (!shown) return null;
  const { text, reached } = shown;
  const close = () => result.set(null);
  const isMissed = reached.every(({ way }) => way !== 'MAIL');
  return (
    <Sheet open onClose={close} title={text} footer={<CloseButton />}>
      <p>
        {isMissed
          ? `The e-mail doesn’t reach ${byPerson(reached).length === 1 ? 'this person' : 'these people'}. Please call:`
          : 'Everybody with an e-mail address has been written to. Who comes soon may not read it: call them.'}
      </p>
      <CallList reached={reached} />
    </Sheet>
  );
}
