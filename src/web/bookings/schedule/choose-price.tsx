import { type ReactNode, useState } from 'react';
import { visits } from '#content/public/visits.ts';
import type { PriceRange } from '#contract/payment-links.schemas.ts';
import { formatDollars, formatExactCents } from '#domain/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Slider } from '#web/ui/slider.tsx';

type ChoosePriceProps = {
  service_name: string;
  range: PriceRange;
  busy: boolean;
  failure: ReactNode;
  onPay: (cents: number) => void;
  onClose: () => void;
};

/** The price of a sliding-scale visit, chosen before the payment page. */
export function ChoosePrice({ service_name, range, busy, failure, onPay, onClose }: ChoosePriceProps) {
  const [min, max, suggested] = [range.min_cents, range.max_cents, range.suggested_cents].map(
    (cents) => cents / 100,
  ) as [number, number, number];
  const [dollars, setDollars] = useState(suggested);
  const [low, middle, high] = visits.sliding_scale.marks;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      width="narrow"
      title="Choose your price"
      subtitle={<b>{service_name}</b>}
      footer={
        <>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            Not now
          </Button>
          <Button busy={busy} onClick={() => onPay(Math.round(dollars * 100))}>
            Pay {formatExactCents(Math.round(dollars * 100))}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <output className="display num text-2xl leading-none">{formatDollars(dollars)}</output>
        <Slider
          label={`Your price for ${service_name}`}
          min={min}
          max={max}
          value={dollars}
          onChange={setDollars}
          format={formatDollars}
          marks={[
            { value: min, label: low.name },
            ...(suggested > min && suggested < max ? [{ value: suggested, label: middle.name }] : []),
            { value: max, label: high.name },
          ]}
        />
        <p className="text-sm text-muted">{visits.sliding_scale.beside_slider}</p>
        {failure}
      </div>
    </Dialog>
  );
}
