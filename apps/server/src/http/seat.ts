import type { FastifyRequest } from 'fastify'

/** Place of a caller: a browser that shows a page of this machine, another program at this machine, or elsewhere. */
export type Seat = 'browser' | 'machine' | 'elsewhere'

/** The version of HTTP that names no host yet; some health checks still speak it. */
export const OLD_HTTP = '1.0'
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'] as const
const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/u
export const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/iu

/**
 * Returns the place of a caller. Elsewhere is a caller through a proxy, from another machine, or under a name that is not
 * this machine's own (a page elsewhere whose name was made to point here). A proxy that names nobody and speaks the old
 * protocol, as nginx does by default, is recognised by that, and by the page that the browser behind it names.
 */
export function seatOf({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): Seat {
  const named =
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-')) || FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
  const isNear = LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '')
  if (named || !isNear || raw.httpVersion === OLD_HTTP) return 'elsewhere'
  if (headers.origin === undefined) return 'machine'
  return URL.canParse(headers.origin) && LOOPBACK_HOST.test(new URL(headers.origin).host) ? 'browser' : 'elsewhere'
}
