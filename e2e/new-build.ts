import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The app behind an address of its own, of which a journey decides when the server has a new build of it. */
export type TwoBuilds = Readonly<{ address: string; publish: () => void; stop: () => Promise<void> }>

/** The names of scripts, which end with a part of their hash, and where they stand. */
const SCRIPTS = /(-[\w-]{8})\.js\b/gu
const RENAMED = /(-[\w-]{8})-new\.js$/u
const NAMED_IN = /^\/(?:$|service-worker\.js$|assets\/[^?]+\.js$)/u

/** A new build differs in the names of its scripts: each names others, so that a change of the sources goes through all of them. */
export async function serveTwoBuilds(origin: string): Promise<TwoBuilds> {
  let isNew = false
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    const asked = await fetch(`${origin}${path.replace(RENAMED, '$1.js')}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) => (isForwarded(name) ? [[name, String(value)] as const] : [])),
      ...(request.method === 'POST' ? { body: await buffer(request) } : {}),
    })
    const body = Buffer.from(await asked.arrayBuffer())
    for (const [name, value] of asked.headers) if (isForwarded(name)) response.setHeader(name, value)
    response.statusCode = asked.status
    response.end(isNew && NAMED_IN.test(path) ? renew(body.toString()).replace(SCRIPTS, '$1-new.js') : body)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, publish: () => void (isNew = true), stop: () => closed(server) }
}

/** Its worker counts as another build by its bytes and by its number. */
const renew = (text: string): string => text.replace('const BUILD = "', 'const BUILD = "new-')

/** The two sides compress, keep connections and check what is unchanged each for themselves. */
const OWN = [
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
  'if-none-match',
  'etag',
  'if-modified-since',
  'last-modified',
]
const isForwarded = (name: string): boolean => !OWN.includes(name) && !name.startsWith(':')

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
