/** Whether a text is an https:// address that a browser reads unchanged, without a user and password. */
export function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    /^https:\/\/[^\s\\]+$/i.test(address) && url?.protocol === 'https:' && !url.username && !url.password
  );
}
