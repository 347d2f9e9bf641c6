import { BlockList, isIPv6 } from 'node:net'

/**
 * Place of an address, as far as the address itself shows it. Everything else would take a table of address owners, which
 * is out of date on the day it is made; so it is called unknown rather than guessed.
 */
export type PlaceName = 'machine' | 'network' | 'unknown'

const machine = new BlockList()
machine.addSubnet('127.0.0.0', 8, 'ipv4')
machine.addAddress('::1', 'ipv6')

const network = new BlockList()
network.addSubnet('10.0.0.0', 8, 'ipv4')
network.addSubnet('172.16.0.0', 12, 'ipv4')
network.addSubnet('192.168.0.0', 16, 'ipv4')
network.addSubnet('169.254.0.0', 16, 'ipv4')
network.addSubnet('fc00::', 7, 'ipv6')
network.addSubnet('fe80::', 10, 'ipv6')

const MAPPED = /^::ffff:(?=\d+\.)/iu

export function placeOf(address: string): PlaceName {
  const plain = address.replace(MAPPED, '')
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  if (machine.check(plain, family)) return 'machine'
  return network.check(plain, family) ? 'network' : 'unknown'
}
