import type { Service } from '#contract/services.schemas.ts';
import { formatDollars, SLIDER_STEP_DOLLARS, sliderBounds } from '#domain/money/money.ts';
import { visits } from '#content/public/visits.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Slider } from '#web/ui/slider.tsx';

type PriceScaleProps = {
  service: Service;
  dollars: number;
  onChange: (dollars: number) => void;
  onExplain: () => void;
};

/** The slider of a sliding scale, with a button that opens the explanation (product.md §2.21, §5.8). */
export function PriceScale({ service, dollars, onChange, onExplain }: PriceScaleProps) {
  const { min, max } = sliderBounds(service) ?? { min: 0, max: 0 };
  const [low, suggested, high] = visits.sliding_scale.marks;
  return (
    <div className="mt-4 rounded-inner bg-sunken px-4 pt-4 pb-3">
      <div className="flex items-baseline justify-between gap-4">
        <div>
          <b>Your price, per session</b>
          <br />
          <TextButton className="text-sm" aria-haspopup="dialog" onClick={onExplain}>
            Understanding Our Sliding Scale
          </TextButton>
        </div>
        <output className="display num text-2xl leading-none">{formatDollars(dollars)}</output>
      </div>
      <Slider
        label={`Your price for ${service.name}, per session`}
        min={min}
        max={max}
        step={SLIDER_STEP_DOLLARS}
        value={dollars}
        onChange={onChange}
        format={formatDollars}
        marks={[
          { value: min, label: low.name },
          ...(service.suggested_price !== null &&
          service.suggested_price > min &&
          service.suggested_price < max
            ? [{ value: service.suggested_price, label: suggested.name }]
            : []),
          { value: max, label: high.name },
        ]}
      />
      <p className="text-xs text-muted">{visits.sliding_scale.beside_slider}</p>
    </div>
  );
}

/** 'Understanding Our Sliding Scale' (product.md §2.21). */
export function SlidingScaleDialog({ onClose }: { onClose: () => void }) {
  const { dialog, marks } = visits.sliding_scale;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Understanding Our Sliding Scale"
      footer={<Button onClick={onClose}>Back to my price</Button>}
    >
      <div className="grid gap-4">
        {dialog.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <dl className="mt-2 border-t border-line">
          {marks.map((mark) => (
            <div key={mark.name} className="grid gap-x-6 border-b border-line py-3 xs:grid-cols-[7rem_1fr]">
              <dt className="font-strong">{mark.name}</dt>
              <dd className="text-muted">{mark.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
