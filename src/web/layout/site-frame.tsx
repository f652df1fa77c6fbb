import type { ReactNode } from 'react';
import { BackToTop } from '#web/layout/back-to-top.tsx';
import { SiteFooter } from '#web/layout/site-footer.tsx';
import { SiteHeader } from '#web/layout/site-header.tsx';

/** What a page may say about the frame around it: `export const handle: FrameHandle = { footer: 'none' }`. */
export type FrameHandle = {
  /** 'bare': the page brings its own header and <main id="main">, as the profile area does. */
  frame?: 'bare';
  /** A line that the footer begins with, above the way in; 'none' leaves the footer out. */
  footer?: 'none' | { call: string };
};

/** Header, page and footer: the frame of every page outside the profile area. */
export function SiteFrame({ footer, children }: Pick<FrameHandle, 'footer'> & { children: ReactNode }) {
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      {footer !== 'none' && <SiteFooter call={footer?.call} />}
      <BackToTop />
    </>
  );
}
