import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CalendarAnswer, SessionRow } from '#contract/agenda.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDayTime, formatFullDay } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { watchBlockDrag, type DragPoint } from '#staff/calendar/block-drag.ts';
import { isMoveKey, replayMoves } from '#staff/calendar/early-moves.ts';
import { entriesInRow } from '#staff/calendar/entry-text.ts';
import { ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import type { Entry, GridLayout } from '#staff/calendar/grid-layout.ts';
import { momentAt, snap, stepStart } from '#staff/calendar/move-steps.ts';
import { firstName } from '#staff/parts/session-texts.ts';
import { localVerdict } from '#staff/placement/local-verdict.ts';
import { useVerdict } from '#staff/placement/placement-query.ts';
import { showToast } from '#web/ui/toast.tsx';
import { now as currentTime } from '#web/ui/use-now.ts';

export type MoverProps = {
  frame: HTMLElement;
  layout: GridLayout;
  answer: CalendarAnswer;
  entries: readonly Entry[];
  zone: string;
  /** The page before or after. */
  onTurn: (by: -1 | 1) => void;
  /** Shows a date that is not on the page. */
  onDate: (date: LocalDate) => void;
};

export type Move = {
  session: SessionRow;
  start: number;
  phase: 'POINTER' | 'KEYS' | 'DROPPED' | 'SHEET' | 'SAVING' | 'SAVED' | 'BACK';
};

const GLIDE_MS = 240;

/** The move of a session: its state, and what pointer, keys and the sheet do to it. */
export function useSessionMove(props: MoverProps) {
  const { frame, layout, answer, entries, zone, onTurn, onDate } = props;
  const [held, setHeld] = useState<Move | null>(null);
  // A second event can arrive before the first is rendered: handlers read the move from here.
  const latest = useRef(held);
  const setMove = (next: Move | null) => {
    latest.current = next;
    setHeld(next);
  };
  /** Changes the move that is under way, if it still is in this phase. */
  const changeMove = (phase: Move['phase'], change: (from: Move) => Move | null) => {
    if (latest.current?.phase === phase) setMove(change(latest.current));
  };
  // The copy gives way once the grid shows the session at its new time.
  const visible = (each: Move | null) => (each && isShown(each, entries) ? null : each);
  const move = visible(held);
  const [spoken, setSpoken] = useState('');
  const [grab, setGrab] = useState(0);
  const [opened, setOpened] = useState<SessionRow | null>(null);

  const homeOf = (session: SessionRow) => Date.parse(session.start_time);
  const at = (start: number) => formatDayTime(start, zone);
  const putBack = (from: Move, text: string) => {
    setMove(
      from.start === homeOf(from.session) ? null : { ...from, start: homeOf(from.session), phase: 'BACK' },
    );
    setSpoken(text);
    const date = localDateOf(homeOf(from.session), zone);
    if (!layout.columns.some((column) => column.date === date)) onDate(date);
  };

  const begin = (entry: Entry | undefined, phase: 'POINTER' | 'KEYS'): Move | null => {
    if (entry?.kind !== 'SESSION') return null;
    const { session } = entry;
    if (session.status === 'PENDING') {
      setOpened(session);
      return null;
    }
    if (session.status !== 'CONFIRMED' || Date.parse(session.end_time) <= currentTime().getTime()) {
      if (phase === 'KEYS') setSpoken('A session that is over or cancelled can’t be rescheduled.');
      return null;
    }
    const next: Move = { session, start: entry.start, phase };
    setMove(next);
    setOpened(null);
    setSpoken(`Moving ${firstName(session)}’s ${session.service_name}.`);
    return next;
  };

  const verdict = useVerdict(
    move && ['POINTER', 'KEYS'].includes(move.phase) && move.start !== homeOf(move.session)
      ? { session: move.session, start: move.start }
      : null,
    (wish) => localVerdict(answer, wish.session, wish.start, currentTime().getTime()),
  );

  const drop = () => {
    const move = latest.current;
    if (move?.phase !== 'POINTER' && move?.phase !== 'KEYS') return;
    if (move.start === homeOf(move.session)) return putBack(move, 'Nothing was moved.');
    const isJudged = verdict !== null && held?.start === move.start && held.session.id === move.session.id;
    const { kind, text } = isJudged
      ? verdict
      : localVerdict(answer, move.session, move.start, currentTime().getTime());
    if (kind !== 'TAKEN') return setMove({ ...move, phase: 'DROPPED' });
    const hold = holdAt(answer.sessions, move);
    if (hold) {
      putBack(move, '');
      return setOpened(hold);
    }
    if (move.phase === 'KEYS') return setSpoken(`${at(move.start)} is taken: ${text}.`);
    putBack(move, '');
    showToast(`${at(move.start)} is taken: ${text}. Nothing was moved.`, 'error');
  };

  const follow = ({ x, y, is_fine }: DragPoint) => {
    const move = latest.current;
    if (move?.phase !== 'POINTER') return;
    const body = frame.querySelector('tbody')!.getBoundingClientRect();
    const heads = [...frame.querySelectorAll<HTMLElement>('thead th')];
    const rights = heads.map((head) => head.getBoundingClientRect().right);
    const column = Math.max(
      0,
      rights.findIndex((right) => x < right),
    );
    const last = x >= rights.at(-1)! ? rights.length - 1 : column;
    const height = body.height / layout.rows.length / ROW_MINUTES;
    const minutes = snap((y - grab - body.top) / height, is_fine);
    const length = Date.parse(move.session.end_time) - Date.parse(move.session.start_time);
    const start = momentAt(layout, last, minutes, length / 60_000);
    if (start !== null && start !== move.start) setMove({ ...move, start });
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.key === 'Tab') return;
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-date]');
    if (!cell) return;
    const move = visible(latest.current);
    let moving = move?.phase === 'KEYS' ? move : null;
    if (!moving) {
      if (!isMoveKey(event) || (move && move.phase !== 'BACK')) return;
      const row = (cell.parentElement as HTMLTableRowElement).sectionRowIndex;
      const column = layout.columns.find(({ date }) => date === cell.dataset.date);
      const rows = column ? entriesInRow(column, row) : [];
      if (rows.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      moving = begin(
        rows.find(({ kind }) => kind === 'SESSION'),
        'KEYS',
      );
      if (!moving || !event.altKey) return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return putBack(moving, 'Put back. Nothing was moved.');
    if (event.key === 'Enter') return drop();
    const start = stepStart(moving.start, event.key, event.shiftKey, zone);
    if (start === null) return;
    setMove({ ...moving, start });
    const date = localDateOf(start, zone);
    if (!layout.columns.some((each) => each.date === date)) onDate(date);
    const { text } = localVerdict(answer, moving.session, start, currentTime().getTime());
    setSpoken(`${formatFullDay(date)}, ${formatClock(start, zone)}, ${text}`);
  };

  const onBegin = useEffectEvent((key: string, from: number) => {
    setGrab(from);
    return (
      begin(
        entries.find((entry) => entry.key === key),
        'POINTER',
      ) !== null
    );
  });
  const onFollow = useEffectEvent(follow);
  const onEdge = useEffectEvent(onTurn);
  const onDrop = useEffectEvent(drop);
  const onCancel = useEffectEvent(() => {
    if (latest.current) putBack(latest.current, 'Put back. Nothing was moved.');
  });
  const onGridKey = useEffectEvent(onKey);
  useEffect(() => {
    const stop = watchBlockDrag(frame, {
      begin: (key, from) => onBegin(key, from),
      move: (point) => onFollow(point),
      turn: (by) => onEdge(by),
      drop: () => onDrop(),
      cancel: () => onCancel(),
    });
    const listen = (event: KeyboardEvent) => onGridKey(event);
    frame.addEventListener('keydown', listen, true);
    replayMoves(frame);
    return () => {
      stop();
      frame.removeEventListener('keydown', listen, true);
    };
  }, [frame]);

  // The block shows that it is moving; an attribute, because the grid is not rendered again for it.
  const moving = move?.session.id;
  useLayoutEffect(() => {
    if (moving === undefined) return;
    const block = frame.querySelector<HTMLElement>(`.cal-block[data-key="${CSS.escape(moving)}"]`);
    block?.setAttribute('data-ghost', '');
    return () => block?.removeAttribute('data-ghost');
  }, [frame, moving, layout]);

  // The drop is painted before the sheet, which takes longer to open.
  const isDropped = move?.phase === 'DROPPED';
  const onOpen = useEffectEvent(() => changeMove('DROPPED', (from) => ({ ...from, phase: 'SHEET' })));
  useEffect(() => {
    if (!isDropped) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => onOpen();
    const frame = requestAnimationFrame(() => (timer = setTimeout(open)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isDropped]);

  const onBack = useEffectEvent(() => changeMove('BACK', () => null));
  useEffect(() => {
    if (move?.phase !== 'BACK') return;
    const timer = setTimeout(() => onBack(), GLIDE_MS);
    return () => clearTimeout(timer);
  }, [move]);

  return { answer, move, verdict, spoken, opened, setOpened, setMove, changeMove, homeOf, putBack };
}

/** True once the grid shows a move that has been saved. */
function isShown({ phase, session, start }: Move, entries: readonly Entry[]): boolean {
  if (phase !== 'SAVED') return false;
  const row = entries.find(({ key }) => key === session.id);
  return !row || row.start === start;
}

/** The hold that a client is paying for at the time of a move. */
function holdAt(sessions: readonly SessionRow[], { session, start }: Move): SessionRow | undefined {
  const end = start + Date.parse(session.end_time) - Date.parse(session.start_time);
  return sessions.find(
    (row) =>
      row.status === 'PENDING' &&
      row.id !== session.id &&
      Date.parse(row.start_time) < end &&
      start < Date.parse(row.end_time),
  );
}
