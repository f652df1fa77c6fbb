import { visits } from '#content/public/visits.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

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
              <dt className="font-[650]">{mark.name}</dt>
              <dd className="text-muted">{mark.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
