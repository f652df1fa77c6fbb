import type { AttentionItem, NewsItem, Today } from './agenda.schemas.ts';
import type { Me } from './staff.schemas.ts';

/**
 * What the page of the staff area brings along for a member who is signed in, so that the first screen waits for no call:
 * who it is, how long health data stays open (absent: it is locked), and where Today opens, what that screen shows.
 */
export type FirstAnswers = {
  me: Me;
  unlocked_ms?: number;
  today?: Today;
  attention?: { items: AttentionItem[] };
  news?: { items: NewsItem[] };
};

/** The id of the element that holds them as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers';

/** True if a path is a page in front of the staff area. Those pages know no session. */
export const isInFront = (path: string): boolean => /^\/staff\/(?:sign-in|set-up)(?:\/|$)/.test(path);
