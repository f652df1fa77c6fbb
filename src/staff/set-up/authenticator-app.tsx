import './set-up.css';

import { useEffect, useState } from 'react';

/** A secret for an authenticator app: as a QR code, and as text for typing. */
export function AuthenticatorApp({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-wrap gap-4.5 items-center text-grid">
      <QrCode text={uri} />
      <div className="grow basis-48 min-w-0">
        <p>Scan this with your authenticator app, or type the key:</p>
        <p className="my-1 font-strong tracking-wider wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <p>
          <a className="act" href={uri}>
            Open an app on this device
          </a>
        </p>
      </div>
    </div>
  );
}

/** The code that draws a QR code loads only here. */
function QrCode({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let isShown = true;
    void import('uqr')
      .then(({ encode }) => {
        const { data, size } = encode(text, { border: 2 });
        const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
        if (isShown) setDrawn({ size, path: dots.join('') });
      })
      // The key can be typed without it.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [text]);
  return (
    <svg
      className="flex-none size-40 p-1.5 border border-line rounded-inner bg-sign-paper text-pen"
      viewBox={drawn ? `0 0 ${drawn.size} ${drawn.size}` : '0 0 1 1'}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} fill="currentColor" />}
    </svg>
  );
}
