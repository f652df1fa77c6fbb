import './slider.css';

import { useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type SliderMark = { value: number; label: string };

type SliderProps = {
  /** For screen readers; the caller renders the visible caption. */
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
  /** Formats a value for the screen and screen readers, for example "$125". */
  format: (value: number) => string;
  /** Labels under the track, such as low, suggested and high. */
  marks?: readonly SliderMark[];
  name?: string;
};

/** An <input type="range"> with a filled track and labelled marks. */
export function Slider({
  label,
  min,
  max,
  step = 1,
  value,
  onChange,
  format,
  marks = [],
  name,
}: SliderProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const share = (at: number) => (max > min ? ((at - min) / (max - min)) * 100 : 0);

  // Set after mount, because the content security policy forbids style attributes in server markup.
  useLayoutEffect(() => {
    box.current?.style.setProperty('--at', `${share(value)}%`);
    for (const mark of box.current?.querySelectorAll<HTMLElement>('[data-at]') ?? [])
      mark.style.setProperty('--mark', `${share(Number(mark.dataset.at))}%`);
  });

  return (
    <div ref={box}>
      <input
        type="range"
        className="slider"
        aria-label={label}
        aria-valuetext={format(value)}
        {...{ min, max, step, value, name }}
        list={marks.length > 0 ? listId : undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {marks.length > 0 && (
        <>
          <datalist id={listId}>
            {marks.map((mark) => (
              <option key={mark.label} value={mark.value} label={mark.label} />
            ))}
          </datalist>
          <ul className="slider-marks num">
            {marks.map((mark) => (
              <li
                key={mark.label}
                data-at={mark.value}
                className={classNames(mark.value <= min && 'is-first', mark.value >= max && 'is-last')}
              >
                <b className="block text-ink font-bold">{format(mark.value)}</b>
                {mark.label}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
