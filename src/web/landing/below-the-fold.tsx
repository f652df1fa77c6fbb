import { useState } from 'react';
import { formatDollars } from '#domain/money/money.ts';
import { landing } from '#content/public/landing.ts';
import { Journal } from '#web/landing/journal.tsx';
import type { LatestPost, NextEvent } from '#web/landing/load-previews.ts';
import { NextEvents } from '#web/landing/next-events.tsx';
import { Ways } from '#web/landing/ways.tsx';
import { Card } from '#web/ui/card.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { practice } from '#content/public/practice.ts';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { ArrowLink } from '#web/ui/link-button.tsx';
import { Quote, Testimonial } from '#web/ui/quote.tsx';

export type BelowTheFoldProps = { events: readonly NextEvent[]; posts: readonly LatestPost[] };

/** The landing page below the first view: rendered by the server, hydrated on interaction. */
export function BelowTheFold({ events, posts }: BelowTheFoldProps) {
  return (
    <>
      <Ways />
      <FirstVisit />
      <Voices />
      <SlidingScale />
      <NextEvents events={events} />
      <Journal posts={posts} />
    </>
  );
}

function FirstVisit() {
  const { heading, lede, steps } = landing.first_visit;
  return (
    <section className="below-fold border-y border-line bg-surface py-section">
      <div className="wrap grid gap-12 md:grid-cols-[4fr_7fr]">
        <div className="md:sticky md:top-32 md:self-start">
          <h2 className="max-w-[11ch]">{heading}</h2>
          <p className="lede mt-4">{lede}</p>
        </div>
        <ol className="border-b border-line">
          {steps.map(({ minute, title, text }) => (
            <li
              key={minute}
              className="first-visit-step grid items-baseline gap-x-3 gap-y-1 py-6 border-t border-line"
            >
              <b className="display num text-2xl leading-none text-turmeric-ink">
                {minute}
                <small className="font-text text-xs font-medium text-muted">min</small>
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

/** Explains the sliding scale, with an example to try. */
function SlidingScale() {
  const { heading, text, example, labels } = landing.sliding_scale;
  const [dollars, setDollars] = useState<number>(example.suggested);
  return (
    <section className="below-fold bg-turmeric-wash py-section">
      <div className="wrap grid items-center gap-8 md:grid-cols-[5fr_6fr] md:gap-24">
        <div>
          <h2 className="max-w-[14ch]">{heading}</h2>
          <p className="mt-4 max-w-[46ch]">{text}</p>
        </div>
        <Card className="p-6">
          <div className="flex items-baseline justify-between gap-4">
            <p>
              <b>{example.service}</b>
              <br />
              <span className="text-sm text-muted">{example.you_choose}</span>
            </p>
            <output className="display num text-2xl leading-none">{formatDollars(dollars)}</output>
          </div>
          <Slider
            label={`${example.you_choose}: ${example.service}`}
            min={example.min}
            max={example.max}
            value={dollars}
            onChange={setDollars}
            format={formatDollars}
            marks={[
              { value: example.min, label: labels.low },
              { value: example.suggested, label: labels.suggested },
              { value: example.max, label: labels.high },
            ]}
          />
        </Card>
      </div>
    </section>
  );
}

/** A quote of the practitioner and three testimonials. */
function Voices() {
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
          <Testimonial
            {...first}
            size="large"
            className="md:row-span-2 md:pr-12 md:border-r md:border-line"
          />
          {others.map(({ quote, name }) => (
            <Testimonial key={name} quote={quote} name={name} />
          ))}
        </div>
      </div>
    </section>
  );
}
