import { isIPv4, isIPv6 } from 'node:net';

/** The network of a caller in the two sizes that limits and holds count by. */
type Network = {
  /** An IPv4 address, or the /64 of an IPv6 address: one household or host. */
  readonly network: string;
  /** The same IPv4 address, or the /48 of an IPv6 address: the most that one provider's customer can hold. */
  readonly wide: string;
};

/**
 * The network of an address as sockets and proxies write it. IPv4 inside IPv6 counts as that IPv4 address, both mapped
 * (::ffff:0:0/96, RFC 4291 §2.5.5.2) and translated (64:ff9b::/96, RFC 6052 §2.1).
 */
export function networkOf(ip: string): Network {
  const address = ip.split('%')[0]!;
  if (!isIPv6(address)) return { network: address, wide: address };
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isTranslated =
    groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (isMapped || isTranslated) {
    const ipv4 = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return { network: ipv4.join('.'), wide: ipv4.join('.') };
  }
  const prefix = (length: number) =>
    `${groups
      .slice(0, length)
      .map((group) => group.toString(16))
      .join(':')}::/${length * 16}`;
  return { network: prefix(4), wide: prefix(3) };
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = ip.split('::');
  const before = parseGroups(head);
  if (tail === undefined) return before;
  const after = parseGroups(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function parseGroups(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((part) => {
      if (!isIPv4(part)) return [Number.parseInt(part, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}
