import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/**
 * Scripts come from this server and nowhere else. The chart and toast libraries write `<style>` elements, so inline
 * styles are allowed; no page may frame this one.
 */
export function addSecurityHeaders(server: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  server.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/**
 * Returns the headers that helmet sets on an answer of a server without headers of its own. They are the same for every
 * answer, so they are worked out once: helmet would do it anew for each.
 */
export async function securityHeaders({
  isHttps,
  framedHosts,
}: Readonly<{ isHttps: boolean; framedHosts: readonly string[] }>): Promise<Record<string, string>> {
  const bare = Fastify()
  await bare.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Covers the websocket too: 'self' includes ws and wss of the same host.
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: framedHosts.length === 0 ? ["'none'"] : framedHosts.map((host) => `https://${host}`),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Needs a secure origin; on plain http the browser would only complain.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
  })
  bare.get('/', (_, reply) => reply.send())
  const { headers } = await bare.inject('/')
  await bare.close()
  const own = new Set(['content-length', 'connection', 'date'])
  const set = Object.entries(headers).flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)] as const]))
  // Nothing is kept by anybody unless the answer itself says so.
  return Object.fromEntries([...set, ['cache-control', 'no-store']])
}
