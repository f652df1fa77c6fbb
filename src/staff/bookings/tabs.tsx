import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import './tabs.css';

type Tab<V extends string> = {
  value: V;
  label: string;
  /** What is worth a look in it: a dot, and these words for who does not see it. */
  mark?: string | undefined;
  content: ReactNode;
};

/** Tabs with one tab stop: arrows, Home and End move, and the tab shows at once. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  /** `byArrow`: the tab was only passed with a key, so that it must not ask for anything. */
  onChange: (value: V, byArrow: boolean) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(tabs[next]!.value, true);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="tabs flex gap-5.5 mt-3 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-content`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value, false)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.mark && (
              <span className="inline-block size-2 ms-1.5 rounded-full bg-wait-ink align-middle">
                <VisuallyHidden>, {tab.mark}</VisuallyHidden>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-content`}
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== value}
          tabIndex={0}
          className="grid grid-cols-1 gap-5.5 content-start flex-1 pt-4.5 pb-7"
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </>
  );
}
