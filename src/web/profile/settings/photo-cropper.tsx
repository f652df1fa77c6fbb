import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { type Crop, MAX_ZOOM, moved } from '#web/profile/settings/crop.ts';
import { drawCrop } from '#web/profile/settings/draw-photo.ts';
import { Slider } from '#web/ui/slider.tsx';

const PREVIEW_PX = 384;
/** One press of an arrow key, in parts of the square. */
const STEP = 0.05;

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The chosen picture in its round frame: dragged, moved by arrow keys, and zoomed. */
export function PhotoCropper({
  picture,
  crop,
  onCrop,
}: {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grip = useRef<{ x: number; y: number } | null>(null);

  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, PREVIEW_PX);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onCrop(
      moved(
        picture,
        crop,
        (grip.current.x - event.clientX) / width,
        (grip.current.y - event.clientY) / width,
      ),
    );
    grip.current = { x: event.clientX, y: event.clientY };
  };

  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    onCrop(moved(picture, crop, ...by));
  };

  return (
    <div className="grid w-full justify-items-center gap-4">
      <div
        role="application"
        // An application answers keys; the rule does not know the role.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Your photo. Drag it, or move it with the arrow keys."
        className="size-48 cursor-grab touch-none overflow-hidden rounded-pill border border-line focus-visible:rounded-pill active:cursor-grabbing"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          grip.current = null;
        }}
        onPointerCancel={() => {
          grip.current = null;
        }}
        onKeyDown={step}
      >
        <canvas ref={canvas} className="size-full" aria-hidden="true" />
      </div>
      <div className="w-full max-w-64">
        <Slider
          label="Zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          format={(zoom) => `${Math.round(zoom * 100)} %`}
          onChange={(zoom) => onCrop(moved(picture, { ...crop, zoom }, 0, 0))}
        />
      </div>
    </div>
  );
}
