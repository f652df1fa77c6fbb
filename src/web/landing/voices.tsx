import { landing } from '#content/public/landing.ts';
import { practice } from '#content/public/practice.ts';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** A quote of the practitioner and three testimonials. */
export function Voices() {
  const { voice, testimonials } = landing;
  const [first, ...others] = testimonials;
  return (
    <section className="below-fold pt-section">
      <div className="wrap grid items-center gap-8 md:grid-cols-[8fr_3fr]">
        <div>
          <blockquote className="display -indent-[0.42em] pl-[0.42em] text-4xl leading-[1.12] font-[360] tracking-[-0.02em] text-balance">
            “{voice.quote}”
          </blockquote>
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
          <figure className="testimonial-first">
            <blockquote className="display -indent-[0.42em] pl-[0.42em] text-2xl leading-[1.3] text-balance">
              “{first.quote}”
            </blockquote>
            <figcaption className="mt-3 text-sm text-muted">{first.name}</figcaption>
          </figure>
          {others.map(({ quote, name }) => (
            <figure key={name}>
              <blockquote className="display -indent-[0.42em] pl-[0.42em] text-lg leading-[1.45] text-balance">
                “{quote}”
              </blockquote>
              <figcaption className="mt-3 text-sm text-muted">{name}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
