import { useState } from 'react';
import { landing } from '#content/public/landing.ts';
import { formatDollars } from '#domain/money.ts';
import { Card } from '#web/ui/card.tsx';
import { Slider } from '#web/ui/slider.tsx';

/** What a sliding scale is, with one to try. */
export function SlidingScale() {
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
