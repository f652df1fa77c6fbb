import { Link, useLocation } from 'react-router';
import { attentionQuery } from '#staff/api/today-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';

const useAttentionCount = (): number => useFreshQuery(attentionQuery).data?.items.length ?? 0;

/** 'Needs attention 4', from every screen but Today. */
export function AttentionLink() {
  const count = useAttentionCount();
  const isToday = useLocation().pathname === '/';
  if (count === 0 || isToday) return null;
  return (
    <Link className="attention-link" to="/#attention-title">
      <span>Needs attention </span>
      <span className="staff-count">{count}</span>
    </Link>
  );
}

/** The same number next to Today in the rail. */
export function AttentionCount() {
  const count = useAttentionCount();
  if (count === 0) return null;
  return (
    <b className="staff-count" aria-label={`${count} need attention`}>
      {count}
    </b>
  );
}
