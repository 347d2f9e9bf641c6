import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/iu
const GROUPS = 8
const GROUPS_OF_A_NETWORK = 4

/**
 * Names the network that limits count an address by. The owner of an IPv6 address has at least the 2⁶⁴ of its network
 * (/64), so they count as one; an IPv4 address counts by itself, also where it is written as one of IPv6.
 */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').replace(MAPPED, '')
  // Most addresses need no closer look.
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  // Brings every spelling of an address into one: lower case, no leading zeros, no dotted end.
  const whole = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [before = '', after] = whole.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const given = [...groups(before), ...groups(after ?? '')].length
  const all = after === undefined ? groups(before) : [...groups(before), ...Array<string>(GROUPS - given).fill('0'), ...groups(after)]
  return `${all.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`
}
