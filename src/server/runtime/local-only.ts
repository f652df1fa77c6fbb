/** The settings that decide whether the site is reachable from other machines. */
type Exposure = {
  readonly HOST: string;
  readonly SITE_URL?: string | undefined;
  readonly TRUST_PROXY: boolean;
  readonly STRIPE_SECRET_KEY?: string | undefined;
};

/** Whether only this machine reaches the site and no real money is paid there. */
export function isLocalOnly({ HOST, SITE_URL, TRUST_PROXY, STRIPE_SECRET_KEY }: Exposure): boolean {
  return (
    isLoopback(HOST) &&
    (SITE_URL === undefined || isLoopback(new URL(SITE_URL).hostname)) &&
    !TRUST_PROXY &&
    !isLive(STRIPE_SECRET_KEY)
  );
}

export function isLive(stripe_key: string | undefined): boolean {
  return /^[a-z]+_live_/.test(stripe_key ?? '');
}

/** Loopback names and addresses, as in HOST or in an address. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
