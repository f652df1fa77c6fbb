import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MonthGrid, type MonthGridProps, stepFrom } from '#web/ui/month-grid.tsx';

const nothing = () => {};
const grid = (props: Partial<MonthGridProps> = {}) =>
  renderToString(
    <MonthGrid
      month={{ year: 2026, month: 12 }}
      weekStartsOn={1}
      selected={null}
      onSelect={nothing}
      onMonthChange={nothing}
      {...props}
    />,
  );
const labels = (html: string) =>
  [...html.matchAll(/data-date="[^"]*"[^>]*?aria-label="([^"]*)"/g)].map(([, label]) => label);

describe('month grid', () => {
  it('has 42 days, each with its full date', () => {
    const days = labels(grid());
    expect(days).toHaveLength(42);
    expect(days[0]).toBe('Monday, November 30, 2026');
    expect(days[41]).toBe('Sunday, January 10, 2027');
  });

  it('can start on Sunday', () => {
    expect(labels(grid({ weekStartsOn: 0 }))[0]).toBe('Sunday, November 29, 2026');
  });

  it('has a last month, in which the Next button keeps the focus', () => {
    const next = /<button[^>]*aria-label="Next month"[^>]*>/;
    expect(next.exec(grid({ until: '2027-01-01' }))![0]).not.toContain('disabled');
    const last = next.exec(grid({ until: '2026-12-01' }))![0];
    expect(last).toContain('aria-disabled="true"');
    expect(last).not.toContain(' disabled');
  });

  it('shows the facts of a day, and lets a muted day be chosen', () => {
    const html = grid({
      factsOf: (date) =>
        date === '2026-12-08'
          ? { marks: 3, label: '3 times available' }
          : date === '2026-12-01'
            ? { muted: true }
            : undefined,
    });
    expect(html).toContain('aria-label="Tuesday, December 8, 2026, 3 times available"');
    expect(html).toMatch(/data-date="2026-12-01"[^>]*aria-disabled="true"/);
    expect(html).not.toMatch(/data-date="2026-12-01"[^>]* disabled/);
  });

  it.each([
    [{ selected: '2026-12-08', today: '2026-12-01' }, '2026-12-08'],
    [{ today: '2026-12-03' }, '2026-12-03'],
    [{ selected: '2027-01-05', today: '2026-11-30' }, '2026-12-01'],
  ])('puts one day into the tab order: %j', (props, date) => {
    const tabbable = [...grid(props).matchAll(/data-date="([^"]*)" tabindex="0"/g)].map(([, day]) => day);
    expect(tabbable).toEqual([date]);
  });

  it('marks today', () => {
    expect(grid({ today: '2026-12-03' })).toMatch(/data-date="2026-12-03"[^>]*aria-current="date"/);
  });

  it('has no style attribute, which the content security policy forbids', () => {
    expect(grid({ look: 'calendar', onToday: nothing })).not.toContain('style=');
  });
});

describe('keys of the month grid', () => {
  it.each([
    ['ArrowLeft', '2026-12-07'],
    ['ArrowRight', '2026-12-09'],
    ['ArrowUp', '2026-12-01'],
    ['ArrowDown', '2026-12-15'],
    ['Home', '2026-12-07'],
    ['End', '2026-12-13'],
    ['PageUp', '2026-11-08'],
    ['PageDown', '2027-01-08'],
  ])('%s leads from Tuesday, December 8 to %s', (key, date) => {
    expect(stepFrom('2026-12-08', key, 1)).toBe(date);
  });

  it('move to the last day of a shorter month', () => {
    expect(stepFrom('2026-03-31', 'PageUp', 0)).toBe('2026-02-28');
  });

  it('move to Sunday and Saturday if the week starts on Sunday', () => {
    expect([stepFrom('2026-12-08', 'Home', 0), stepFrom('2026-12-08', 'End', 0)]).toEqual([
      '2026-12-06',
      '2026-12-12',
    ]);
  });

  it('ignore all others', () => {
    expect(stepFrom('2026-12-08', 'a', 0)).toBeNull();
  });
});
