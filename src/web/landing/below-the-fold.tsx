import { FirstVisit } from '#web/landing/first-visit.tsx';
import { Journal } from '#web/landing/journal.tsx';
import { NextEvents } from '#web/landing/next-events.tsx';
import type { LatestPost, NextEvent } from '#web/landing/public-calls.ts';
import { SlidingScale } from '#web/landing/sliding-scale.tsx';
import { Voices } from '#web/landing/voices.tsx';
import { Ways } from '#web/landing/ways.tsx';

export type BelowTheFoldProps = { events: readonly NextEvent[]; posts: readonly LatestPost[] };

/** Everything of the landing page that is not in the first view: in the markup at once, its code a moment later. */
export function BelowTheFold({ events, posts }: BelowTheFoldProps) {
  return (
    <>
      <Ways />
      <FirstVisit />
      <Voices />
      <SlidingScale />
      <NextEvents events={events} />
      <Journal posts={posts} />
    </>
  );
}
