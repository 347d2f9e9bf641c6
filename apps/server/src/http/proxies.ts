import { BlockList, isIPv6 } from 'node:net'
import type { Settings } from '../config.ts'

/** Says whose word about the address of a caller counts. */
export type TrustedProxies = (address: string) => boolean

type ProxySettings = Pick<Settings, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>

const THIS_MACHINE = ['127.0.0.0/8', '::1']
const MAPPED = /^::ffff:(?=\d+\.)/iu

/** With a public name there is a proxy in front, on this machine unless others are named; without one nobody's word counts. */
export function trustedProxies({ PUBLIC_URL, TRUSTED_PROXIES }: ProxySettings): TrustedProxies {
  if (PUBLIC_URL === undefined) return () => false
  const proxies = new BlockList()
  for (const proxy of TRUSTED_PROXIES ?? THIS_MACHINE) {
    const [address = '', length] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(length), family)
  }
  return (address) => {
    const plain = address.replace(MAPPED, '')
    return proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
