import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { type Crop, MAX_ZOOM, moved } from '#web/profile/settings/crop.ts';
import { drawCrop } from '#web/profile/settings/draw-photo.ts';
import { Slider } from '#web/ui/slider.tsx';

const PREVIEW_PX = 384;
/** Per press of an arrow key, as a fraction of the square. */
const STEP = 0.05;

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The picture in a round frame; can be dragged, moved by arrow keys, and zoomed. */
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
  const dragStart = useRef<{ x: number; y: number } | null>(null);

  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, PREVIEW_PX);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onCrop(
      moved(
        picture,
        crop,
        (dragStart.current.x - event.clientX) / width,
        (dragStart.current.y - event.clientY) / width,
      ),
    );
    dragStart.current = { x: event.clientX, y: event.clientY };
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
        // The role is interactive; the rule does not know it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Your photo. Drag it, or move it with the arrow keys."
        className="photo-crop size-48 touch-none overflow-hidden rounded-pill border border-line"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragStart.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = null;
        }}
        onPointerCancel={() => {
          dragStart.current = null;
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
