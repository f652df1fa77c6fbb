import { landing } from '#content/public/landing.ts';

/** The first ninety minutes in four steps. */
export function FirstVisit() {
  const { heading, lede, steps } = landing.first_visit;
  return (
    <section className="below-fold border-y border-line bg-surface py-section">
      <div className="wrap first-visit">
        <div className="md:sticky md:top-32 md:self-start">
          <h2 className="max-w-[11ch]">{heading}</h2>
          <p className="lede mt-4">{lede}</p>
        </div>
        <ol className="border-b border-line">
          {steps.map(({ minute, title, text }) => (
            <li key={minute} className="first-visit-step">
              <b className="display num text-2xl leading-none font-[380] text-turmeric-ink">
                {minute}
                <small className="ml-[0.2em] font-text text-xs font-medium text-muted">min</small>
              </b>
              <h3 className="text-lg">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
