import { type Reached, toCall } from '#domain/reach.ts';
import { CallList } from '#staff/parts/call-list.tsx';
import { usePrivate } from '#staff/parts/privacy.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { createStore, useStore } from '#web/ui/store.ts';
import { showToast } from '#web/ui/toast.tsx';

type Result = { text: string; people: readonly Reached[] };
const result = createStore<Result | null>(null);

/**
 * Asks to call those whom a change did not reach by mail. It outlives the screen that made the change, which may show
 * something else by then. Returns false if there is nobody to call.
 */
export function askToCall(text: string, people: readonly Reached[]): boolean {
  if (people.length > 0) result.set({ text, people });
  return people.length > 0;
}

/** What was done: whom to call, or a toast if everybody is told. */
export function showResult(text: string, reached: readonly Reached[]): void {
  if (!askToCall(text, toCall(reached))) showToast(text);
}

/** Whom to call after a change, over every screen. */
export function ResultSheet() {
  const shown = usePrivate(useStore(result));
  if (!shown) return null;
  const { text, people } = shown;
  const close = () => result.set(null);
  const isMissed = people.every(({ way }) => way !== 'MAIL');
  return (
    <Sheet open onClose={close} title={text} footer={<CloseButton />}>
      <p>
        {isMissed
          ? `The e-mail doesn’t reach ${people.length === 1 ? 'this person' : 'these people'}. Please call:`
          : 'Everybody with an e-mail address has been written to. Who comes soon may not read it: call them.'}
      </p>
      <CallList people={people} />
    </Sheet>
  );
}
