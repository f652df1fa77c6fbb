import { landing } from '#content/public/landing.ts';
import { artTypeOf, tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { LeafArt } from '#web/art/leaf.tsx';
import { servicesOf } from '#web/layout/nav-links.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';
import { AyurvedaArt } from '#web/art/ayurveda-art.tsx';
import type { DrawingProps } from '#web/art/drawing.tsx';
import { HerbalismArt } from '#web/art/herbalism-art.tsx';
import { YogaArt } from '#web/art/yoga-art.tsx';

/** The large drawing of a service type (400 units square). */
export function TypeArt({ type, ...props }: DrawingProps & { type: string }) {
  const art = artTypeOf(type);
  if (art === 'HERBALISM') return <HerbalismArt {...props} />;
  if (art === 'YOGA') return <YogaArt {...props} />;
  return <AyurvedaArt {...props} />;
}

type Discipline = (typeof landing.ways.disciplines)[number];

/** Three entrances on one stem that grows down the page. */
export function Ways() {
  return (
    <section>
      <div className="wrap">
        <div className="ways-head grid gap-4 pt-section md:relative md:gap-x-0 md:items-end">
          <h2 className="max-w-[12ch]">{landing.ways.heading}</h2>
          <p className="text-muted md:col-3">{landing.ways.lede}</p>
        </div>
        {landing.ways.disciplines.map((discipline, at) => (
          <Way key={discipline.type} discipline={discipline} flipped={at % 2 === 1} />
        ))}
      </div>
    </section>
  );
}

function Way({ discipline, flipped }: { discipline: Discipline; flipped: boolean }) {
  const { type, name, heading, text, services, all_link } = discipline;
  return (
    <article className={classNames('below-fold way', tintClassOf(type), flipped && 'is-flipped')}>
      <svg className="way-stem is-wide" viewBox="0 0 100 600" preserveAspectRatio="none" aria-hidden="true">
        <path vectorEffect="non-scaling-stroke" d="M50 0C50 120 14 170 14 300S50 480 50 600" />
      </svg>
      <svg className="way-stem md:hidden" viewBox="0 0 20 600" preserveAspectRatio="none" aria-hidden="true">
        <path vectorEffect="non-scaling-stroke" d="M8 0C8 120 3 170 3 300S8 480 8 600" />
      </svg>
      <div className="way-leaf art">
        <LeafArt />
      </div>
      <div className="way-art max-w-62 -ml-4 md:row-1 md:max-w-none md:m-0 art">
        <TypeArt type={type} />
      </div>
      <div className="way-copy">
        <p className="flex items-center gap-2 text-sm font-strong text-tint-ink">
          <TypeIcon type={type} className="size-7" />
          {name}
        </p>
        <h3 className="mt-2 text-2xl">{heading}</h3>
        <p className="mt-3 max-w-[42ch] text-muted">{text}</p>
        <ul className="mt-6 border-t border-line">
          {services.map((service) => (
            <li
              key={service.name}
              className="offer grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-3 border-b border-line"
            >
              <b className="font-semibold">{service.name}</b>
              <em className="display num text-lg leading-none not-italic">{service.price}</em>
              <span className="text-sm text-muted">{service.detail}</span>
            </li>
          ))}
        </ul>
        <ArrowLink {...servicesOf(type)} className="mt-3 text-tint-ink">
          {all_link}
        </ArrowLink>
      </div>
    </article>
  );
}
