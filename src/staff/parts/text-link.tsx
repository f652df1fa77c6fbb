import { MessageCircle } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { type ClientName, firstOf, type Personal, writeOut } from '#domain/people/personal.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import type { Fate } from '#domain/visits/reach.ts';
import { useShown } from '#staff/parts/privacy.ts';
import { useMedia } from '#staff/parts/use-media.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showToast } from '#web/ui/toast.tsx';

const { zone, practitioner } = practice;

/** A visit that a text is about; `fate`: what has become of it. */
type Visit = { start_time: string; fate?: Fate; place?: string | null };

function sentenceOf({ start_time, fate, place }: Visit): string {
  const when = formatDayTime(start_time, zone);
  if (fate === 'CANCELLED') return `Your visit on ${when} is cancelled.`;
  if (fate === 'MOVED') return `Your visit is on ${when} now.`;
  if (fate === 'WAIT_ENDED') return `The time on ${when} that you waited for can no longer be booked.`;
  return `A reminder of your visit on ${when}${place ? `, ${place}` : ''}.`;
}

/** A text to a client. It never names the service, which may say something of health. */
export const readyText = (name: ClientName, visits: readonly Visit[]): string =>
  [
    `Hello ${writeOut(firstOf(name))}.`,
    ...visits.map(sentenceOf),
    `${practitioner.first_name}, ${practice.name}`,
  ].join(' ');

type LinkProps = {
  client: { name: ClientName; phone: Personal<string | null> };
  visits?: readonly Visit[];
  className: string;
  /** With an icon before its words, or in their place. */
  icon?: 'BEFORE' | 'ALONE';
};

/**
 * Opens the phone's own app with a text that is ready to send, or copies it where there is no such app. The site sends and
 * stores nothing. With Privacy, or without a number, there is none.
 */
export function TextLink({ client, visits = [], className, icon }: LinkProps) {
  const phone = useShown()(client.phone);
  const isPhone = useMedia('(any-pointer: coarse)');
  if (!phone) return null;
  const text = readyText(client.name, visits);
  const words = isPhone ? 'Text' : 'Copy text';
  const shown = (
    <>
      {icon && <Icon of={MessageCircle} />}
      {icon !== 'ALONE' && words}
    </>
  );
  const look = { className, 'aria-label': `${words} to ${writeOut(firstOf(client.name))}` };
  if (isPhone)
    return (
      <a {...look} href={`sms:${phone}?&body=${encodeURIComponent(text)}`}>
        {shown}
      </a>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast('The text is copied.');
  };
  return (
    <button
      {...look}
      type="button"
      onClick={() => void copy().catch(() => showToast('This browser does not let the site copy.'))}
    >
      {shown}
    </button>
  );
}
