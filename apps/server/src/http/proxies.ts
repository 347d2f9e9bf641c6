import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'

/** Says whether an address is a proxy that is trusted about its callers' addresses. */
export type TrustedProxies = (address: string) => boolean

type ProxySettings = Pick<Settings, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>

const THIS_MACHINE = ['127.0.0.0/8', '::1']
const MAPPED = /^::ffff:(?=\d+\.)/iu

/** Trusts, with a public name, a proxy in front: on this machine unless others are named; without one, nobody. */
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

const HEADER = 'x-forwarded-for'
/** Stands for any text that is no address: all callers with an unknown address count as one. */
const UNKNOWN = 'unknown'
const WITH_PORT = /^\[?(?<address>[^\]]*?)\]?(?::\d+)?$/u

/** Reduces a proxy's header to addresses: with a port in it every connection would count as another caller. */
export function keepAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, done) => {
    const forwarded = request.headers[HEADER]
    if (forwarded !== undefined) request.headers[HEADER] = String(forwarded).split(',').map(addressIn).join(', ')
    done()
  })
}

function addressIn(part: string): string {
  const text = part.trim()
  if (isIP(text) !== 0) return text
  const address = WITH_PORT.exec(text)?.groups?.['address'] ?? ''
  return isIP(address) === 0 ? UNKNOWN : address
}
