import type { ReactNode } from 'react';
import { BackToTop } from '#web/layout/back-to-top.tsx';
import { SiteFooter } from '#web/layout/site-footer.tsx';
import { SiteHeader } from '#web/layout/site-header.tsx';

/** The options of a page for its frame: `export const handle: FrameHandle = { footer: 'none' }`. */
export type FrameHandle = {
  /** 'bare': the page has its own header and <main id="main">, as the profile does. */
  frame?: 'bare';
  /** The first line of the footer, with a button below; 'none' omits the footer. */
  footer?: 'none' | { call: string };
};

/** Header, page and footer, for every page outside the profile. */
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
