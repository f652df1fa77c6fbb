import { about } from '#content/public/about.ts';
import { HerbalismArt } from '#web/art/herbalism-art.tsx';

/** The head of the page: what a visit is for. */
export function Philosophy() {
  const { heading, title, lede, paragraphs } = about.philosophy;
  return (
    <section id="healing-philosophy" className="wrap about-top">
      <div>
        <p className="text-sm font-semibold text-turmeric-ink">{heading}</p>
        <h1 className="mt-3 max-w-[15ch]">{title}</h1>
        <p className="lede mt-6">{lede}</p>
        <div className="mt-6 grid gap-4">
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      <div className="art draws">
        <HerbalismArt />
      </div>
    </section>
  );
}
