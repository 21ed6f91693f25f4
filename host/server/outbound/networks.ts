import { BlockList, isIPv6 } from 'node:net';

/** Networks of IPv4 that are nobody's on the internet: of this machine, private, of a provider, for documentation, to many. */
const nobodys4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** What is given out of IPv6, and in it the tunnels and examples, which lead to other addresses than they say. */
const given6: readonly [string, number] = ['2000::', 3];
const nobodys6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const internet6 = new BlockList();
internet6.addSubnet(...given6, 'ipv6');
const nobodys = new BlockList();
for (const network of nobodys4) nobodys.addSubnet(...network, 'ipv4');
for (const network of nobodys6) nobodys.addSubnet(...network, 'ipv6');

export interface Networks {
  /** On the internet, or in a network that the operator allows. */
  mayCall(address: string): boolean;
  /** In a network that the operator allows: there it may be without encryption. */
  isAllowed(address: string): boolean;
}

/** `allowed`: CIDR. */
export function networksOf(allowed: readonly string[]): Networks {
  const list = new BlockList();
  for (const network of allowed) {
    const [net = '', bits = ''] = network.split('/');
    list.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  const isAllowed = (address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return {
    isAllowed,
    mayCall: (address) =>
      isAllowed(address) ||
      (isIPv6(address)
        ? internet6.check(address, 'ipv6') && !nobodys.check(address, 'ipv6')
        : !nobodys.check(address, 'ipv4')),
  };
}
