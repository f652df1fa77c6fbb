import type SignaturePad from 'signature_pad';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Check } from 'lucide';
import { Button, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Height of the signature pad in CSS pixels (product.md §9.7). */
const PAD_HEIGHT = 128;
/** Left and right of a typed name, in CSS pixels. */
const MARGIN = 20;
const MAX_FONT_SIZE = 44;

const FONT_FAMILY = "'Snell Roundhand', 'Segoe Script', 'Brush Script MT', 'Apple Chancery', cursive";

/** Device pixels per CSS pixel; at most 2, to keep the picture well below its size limit. */
const density = () => Math.min(Math.max(window.devicePixelRatio || 1, 1), 2);

/** Sets the canvas to its displayed size, which also clears it. */
function fitCanvas(canvas: HTMLCanvasElement): void {
  const ratio = density();
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  canvas.height = PAD_HEIGHT * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
}

function sizeOf(canvas: HTMLCanvasElement): { width: number; ratio: number } {
  const ratio = canvas.height / PAD_HEIGHT;
  return { width: canvas.width / ratio, ratio };
}

/** Writes a typed name in place of a drawn signature, for clients who cannot draw. */
function drawName(canvas: HTMLCanvasElement, name: string, color: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width } = sizeOf(canvas);
  context.clearRect(0, 0, width, PAD_HEIGHT);
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `italic ${MAX_FONT_SIZE}px ${FONT_FAMILY}`;
  const naturalWidth = context.measureText(name).width;
  const size = Math.min(MAX_FONT_SIZE, (MAX_FONT_SIZE * (width - 2 * MARGIN)) / Math.max(naturalWidth, 1));
  context.font = `italic ${size}px ${FONT_FAMILY}`;
  context.fillText(name, width / 2, PAD_HEIGHT * 0.62);
}

/** Draws a saved signature in its original size, scaled down only if it does not fit. */
async function drawSaved(canvas: HTMLCanvasElement, dataUrl: string): Promise<void> {
  const picture = new Image();
  picture.src = dataUrl;
  await picture.decode();
  const { width } = sizeOf(canvas);
  const fullWidth = (picture.naturalWidth * PAD_HEIGHT) / picture.naturalHeight;
  const scale = Math.min(1, width / fullWidth);
  canvas
    .getContext('2d')
    ?.drawImage(picture, 0, (PAD_HEIGHT * (1 - scale)) / 2, fullWidth * scale, PAD_HEIGHT * scale);
}

/** product.md §9.7. */
const PEN = { minWidth: 0.5, maxWidth: 2.5, minDistance: 5, throttle: 16, penColor: 'black' };

type SignatureFieldProps = {
  label: ReactNode;
  /** A PNG as a data URL; '' while there is none. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
};

/**
 * A pad to sign on with mouse or finger. A client can also type their name, which is written onto the pad. Either way
 * the answer is a PNG.
 */
export function SignatureField({ label, value, onChange, error }: SignatureFieldProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState('');

  const picture = () => canvas.current?.toDataURL('image/png') ?? '';
  const saveDrawn = useEffectEvent(() => onChange(picture()));
  const clearTyped = useEffectEvent(() => {
    if (typed === '') return;
    pad.current?.clear();
    setTyped('');
  });
  const redraw = useEffectEvent((element: HTMLCanvasElement) => {
    fitCanvas(element);
    pad.current?.clear();
    // A saved signature that cannot be drawn is cleared, so that the client signs again.
    if (value) drawSaved(element, value).catch(() => onChange(''));
  });
  // The pad's code could not be loaded; typing does not need it.
  const typeInstead = useEffectEvent(() => setTyping(true));

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let gone = false;
    let width = 0;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      redraw(element);
    });
    sizes.observe(element);
    import('signature_pad')
      .then(({ default: Pad }) => {
        if (gone) return;
        pad.current = new Pad(element, PEN); // empties the canvas
        redraw(element);
        pad.current.addEventListener('beginStroke', () => clearTyped());
        pad.current.addEventListener('endStroke', () => saveDrawn());
      })
      .catch(() => typeInstead());
    return () => {
      gone = true;
      sizes.disconnect();
      pad.current?.off();
      pad.current = null;
    };
  }, []);

  const clear = () => {
    pad.current?.clear();
    if (canvas.current) fitCanvas(canvas.current);
    setTyped('');
    onChange('');
  };

  const askName = () => {
    flushSync(() => setTyping(true));
    nameField.current?.focus();
  };

  const type = (name: string) => {
    setTyped(name);
    if (!canvas.current) return;
    pad.current?.clear();
    drawName(canvas.current, name.trim(), PEN.penColor);
    onChange(name.trim() === '' ? '' : picture());
  };

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={classNames(error && `${id}-error`, `${id}-status`)}
      className="field"
    >
      <span id={`${id}-label`} className="field-label">
        {label}
      </span>
      <div className={classNames('sign-pad', error && 'border-clay')}>
        <canvas ref={canvas} role="img" aria-label={value ? 'Your signature' : 'Empty signature pad'} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p id={`${id}-status`} role="status" className="field-hint">
          {value ? (
            <span className="inline-flex items-center gap-1.5 font-bold text-sage">
              <Icon of={Check} />
              Signature saved
            </span>
          ) : (
            'Sign above using mouse or touch'
          )}
        </p>
        <Button look="ghost" disabled={!value} onClick={clear}>
          Clear
        </Button>
      </div>
      {typing ? (
        <TextField
          label="Your name, typed"
          hint="It is written onto the pad and counts as your signature."
          ref={nameField}
          autoComplete="name"
          limit={120}
          value={typed}
          onChange={type}
        />
      ) : (
        <TextButton className="justify-self-start" onClick={askName}>
          Type your name instead
        </TextButton>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
