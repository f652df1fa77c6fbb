import { BlockList, isIP } from 'node:net';

/**
 * What is not on the public internet: the special-purpose addresses of RFC 6890 and its updates. Those that carry an IPv4
 * address inside IPv6 are not needed by anybody here, so that they are left out as a whole.
 */
const NOT_PUBLIC = new BlockList();
for (const range of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [net, prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(net!, Number(prefix), 'ipv4');
}
/** The global unicast addresses, and what in them is special. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [net, prefix] = range.split('/');
  NOT_PUBLIC.addSubnet(net!, Number(prefix), 'ipv6');
}

/** Returns true if an IP address belongs to a host on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return family === 6 && GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}
