import { Video } from 'lucide';
import { useEffect } from 'react';
import { data, useRevalidator } from 'react-router';
import { joinLink } from '#contract/client.calls.ts';
import type { JoinLink } from '#contract/join.schemas.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { urlOf } from '#web/api/send.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { privateHeaders } from '#web/layout/private-headers.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/join-page.ts';

/** Rendered anew for each request and never stored (`privatePages` in page-queries.ts). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { status, body } = await context.get(pagesContext).callApi(urlOf(joinLink, { params }));
  if (status === 200) return data(body as JoinLink);
  const title = (body as { message?: string } | null)?.message ?? '';
  return data({ ...NOTHING, title }, { status });
}

/** Of a refusal; its message is the title. */
const NOTHING: Omit<JoinLink, 'title'> = {
  when: '',
  text: 'Your schedule has the links to your sessions.',
  can_join: false,
  know: '',
  changes_in_ms: null,
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your online session', noIndex: true });

export const headers: Route.HeadersFunction = privateHeaders;

/** What a client's link to an online session opens. */
export default function JoinPage({ loaderData: session, params: { token } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { changes_in_ms: wait } = session;
  useEffect(() => {
    // Timers cannot wait longer than 24 days.
    if (wait === null || wait > 2 ** 31 - 1000) return;
    const timer = setTimeout(() => void revalidate(), wait + 250);
    return () => clearTimeout(timer);
  }, [wait, revalidate]);
  return (
    <div className="wrap quiet">
      <h1>{session.title}</h1>
      {session.when && <p className="num">{session.when}</p>}
      <p role="status">{session.text}</p>
      {session.can_join && (
        <a className={buttonClass({ size: 'lg' })} href={`/join/${token}/room`}>
          <Icon of={Video} />
          Join
        </a>
      )}
      {session.know && <p>{session.know}</p>}
    </div>
  );
}
