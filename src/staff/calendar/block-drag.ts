const THRESHOLD_PX = 5;
const LONG_PRESS_MS = 450;
/** A finger that moves further than this before the long press scrolls. */
const SCROLL_PX = 8;
const EDGE_PX = 18;
const TURN_MS = 700;
const SCROLL_ZONE_PX = 72;
const SCROLL_STEP_PX = 9;

export type DragPoint = { x: number; y: number; is_fine: boolean };

type DragActions = {
  /** `grab`: pixels from the top of the block to the pointer. False if this block cannot be moved. */
  begin: (key: string, grab: number) => boolean;
  move: (point: DragPoint) => void;
  /** The pointer waits at the left (-1) or right (1) edge. */
  turn: (by: -1 | 1) => void;
  drop: () => void;
  cancel: () => void;
};

type Press = {
  key: string;
  block: HTMLElement;
  pointer: number;
  is_touch: boolean;
  from: { x: number; y: number };
  point: DragPoint;
  grab: number;
  is_dragging: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/**
 * Drags blocks of the grid by own pointer events: a mouse after a few pixels, a finger after a long press. The browser's
 * drag and drop shows no target while it runs, and has no touch. Returns how to stop watching.
 */
export function watchBlockDrag(frame: HTMLElement, actions: DragActions): () => void {
  let press: Press | null = null;
  let edge: { by: -1 | 1; since: number } | null = null;

  const watchers: readonly [string, (event: never) => void][] = [
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', cancel],
    ['blur', onBlur],
    // Not user-select on the page: that restyles every element when a drag begins and when it ends.
    ['selectstart', preventDefault],
    ['keydown', onKey],
    ['keyup', onKey],
  ];

  function onDown(event: PointerEvent): void {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const block = (event.target as Element).closest<HTMLElement>('.cal-block[data-key]');
    if (!block) return;
    const is_touch = event.pointerType === 'touch';
    const { clientX: x, clientY: y } = event;
    press = {
      key: block.dataset.key!,
      block,
      pointer: event.pointerId,
      is_touch,
      from: { x, y },
      point: { x, y, is_fine: event.shiftKey },
      grab: y - block.getBoundingClientRect().top,
      is_dragging: false,
      timer: is_touch ? setTimeout(begin, LONG_PRESS_MS) : undefined,
    };
    // On the block too: when its week is turned away, a finger's events still go to it.
    block.addEventListener('touchmove', holdScroll, { passive: false });
    for (const [type, watcher] of watchers) window.addEventListener(type, watcher as EventListener, true);
  }

  function begin(): void {
    if (!press || press.is_dragging) return;
    if (!actions.begin(press.key, press.grab)) return end();
    press.is_dragging = true;
    frame.classList.add('is-dragging');
    if (press.is_touch) navigator.vibrate?.(12);
    actions.move(press.point);
    requestAnimationFrame(tick);
  }

  function onMove(event: PointerEvent): void {
    if (event.pointerId !== press?.pointer) return;
    press.point = { x: event.clientX, y: event.clientY, is_fine: event.shiftKey };
    const far = Math.hypot(press.point.x - press.from.x, press.point.y - press.from.y);
    if (press.is_dragging) actions.move(press.point);
    else if (press.is_touch && far > SCROLL_PX) end();
    else if (!press.is_touch && far > THRESHOLD_PX) begin();
  }

  function onUp(event: PointerEvent): void {
    if (event.pointerId !== press?.pointer) return;
    const was_dragging = press.is_dragging;
    end();
    if (!was_dragging) return;
    swallowClick();
    actions.drop();
  }

  function onKey(event: KeyboardEvent): void {
    if (!press?.is_dragging) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    } else if (event.key === 'Shift') {
      press.point = { ...press.point, is_fine: event.type === 'keydown' };
      actions.move(press.point);
    }
  }

  /** Blur events of elements pass here too. */
  function onBlur(event: Event): void {
    if (event.target === window) cancel();
  }

  function cancel(): void {
    const was_dragging = press?.is_dragging;
    end();
    if (was_dragging) actions.cancel();
  }

  function end(): void {
    clearTimeout(press?.timer);
    press?.block.removeEventListener('touchmove', holdScroll);
    for (const [type, watcher] of watchers) window.removeEventListener(type, watcher as EventListener, true);
    frame.classList.remove('is-dragging');
    press = null;
    edge = null;
  }

  /** Scrolls and turns the page while the pointer waits near an edge. */
  function tick(time: number): void {
    if (!press?.is_dragging) return;
    const { x, y } = press.point;
    const box = frame.getBoundingClientRect();
    const by = x < box.left + EDGE_PX ? -1 : x > box.right - EDGE_PX ? 1 : 0;
    if (by === 0) edge = null;
    else if (canScroll(frame, by)) frame.scrollLeft += by * SCROLL_STEP_PX;
    else if (edge?.by !== by) edge = { by, since: time };
    else if (time - edge.since > TURN_MS) {
      // The next turn waits from the frame that shows this one, so that a slow device does not pass over a week.
      edge = null;
      actions.turn(by);
    }
    const down = y > window.innerHeight - SCROLL_ZONE_PX ? 1 : y < SCROLL_ZONE_PX ? -1 : 0;
    if (down !== 0) window.scrollBy(0, down * SCROLL_STEP_PX);
    if (by !== 0 || down !== 0) actions.move(press.point);
    requestAnimationFrame(tick);
  }

  function holdScroll(event: Event): void {
    if (press?.is_dragging) event.preventDefault();
  }

  /** A long press opens the browser's menu of links. */
  function holdMenu(event: Event): void {
    if (press?.is_touch) event.preventDefault();
  }

  frame.addEventListener('pointerdown', onDown);
  frame.addEventListener('touchmove', holdScroll, { passive: false });
  frame.addEventListener('contextmenu', holdMenu);
  frame.addEventListener('dragstart', preventDefault);
  return () => {
    end();
    frame.removeEventListener('pointerdown', onDown);
    frame.removeEventListener('touchmove', holdScroll);
    frame.removeEventListener('contextmenu', holdMenu);
    frame.removeEventListener('dragstart', preventDefault);
  };
}

const preventDefault = (event: Event) => event.preventDefault();

const canScroll = (frame: HTMLElement, by: -1 | 1) =>
  by < 0 ? frame.scrollLeft > 1 : frame.scrollLeft < frame.scrollWidth - frame.clientWidth - 1;

/** The click that follows the drop would open the block. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, true), 50);
}
