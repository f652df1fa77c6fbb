import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/staff-page.ts';
import { queryClient } from '#staff/api/query-client.ts';
import { meQuery } from '#staff/api/session.ts';
import { attentionQuery, newsQuery, todayQuery } from '#staff/api/today-queries.ts';
import { openFor } from '#staff/api/unlock.ts';
import { firstAnswers } from '#staff/api/use-fresh-query.ts';

/** Puts the answers that the page has brought along where the first screen looks for them. False if there are none. */
export function keepFirstAnswers(): boolean {
  const element = document.getElementById(FIRST_ANSWERS_ID);
  if (!element) return false;
  // Clients' names have no reason to stay in the document.
  element.remove();
  const { me, unlocked_ms, today, attention, news } = JSON.parse(element.textContent) as FirstAnswers;
  queryClient.setQueryData(meQuery.queryKey, me);
  if (unlocked_ms !== undefined) openFor(unlocked_ms);
  if (today) queryClient.setQueryData(todayQuery(null).queryKey, today);
  if (attention) queryClient.setQueryData(attentionQuery.queryKey, attention);
  if (news) queryClient.setQueryData(newsQuery.queryKey, news);
  for (const answer of [today, attention, news]) if (answer) firstAnswers.add(answer);
  return true;
}
