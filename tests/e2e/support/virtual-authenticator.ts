import type { Page } from '@playwright/test';

export type VirtualAuthenticator = {
  /** Whether it answers, or the prompt stays open. */
  answers(does: boolean): Promise<void>;
  /** Whether the member is recognised by finger or PIN. */
  recognises(does: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
};

/** Gives the page Chromium's own virtual authenticator: a device that keeps passkeys and recognises the member. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    answers: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    recognises: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
