import { landing } from '#content/public/landing.ts';
import { practice } from '#content/public/practice.ts';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { ArrowLink } from '#web/ui/link-button.tsx';
import { Quote, Testimonial } from '#web/ui/quote.tsx';

/** A quote of the practitioner and three testimonials. */
export function Voices() {
  const { voice, testimonials } = landing;
  const [first, ...others] = testimonials;
  return (
    <section className="below-fold pt-section">
      <div className="wrap grid items-center gap-8 md:grid-cols-[8fr_3fr]">
        <div>
          <Quote size="huge">{voice.quote}</Quote>
          <div className="mt-8 mb-12 flex flex-wrap items-center gap-x-6 gap-y-2">
            <p>
              <b>{practice.practitioner.name}</b>
              <br />
              <span className="text-sm text-muted">{practice.practitioner.role}</span>
            </p>
            <ArrowLink to="/about#my-story">{voice.link}</ArrowLink>
          </div>
        </div>
        <div className="art max-w-52 md:max-w-none">
          <SunAndMoonArt />
        </div>
      </div>
      <div className="wrap">
        <div className="testimonials">
          <Testimonial {...first} size="large" className="testimonial-first" />
          {others.map(({ quote, name }) => (
            <Testimonial key={name} quote={quote} name={name} />
          ))}
        </div>
      </div>
    </section>
  );
}
