/** An address with https:// that a browser reads as it stands there, without a name and password in it. */
export function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    /^https:\/\/[^\s\\]+$/i.test(address) && url?.protocol === 'https:' && !url.username && !url.password
  );
}
