import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Scripts come from this server and nowhere else. The chart and toast libraries write `<style>` elements, so inline
 * styles are allowed; no page may frame this one.
 */
export async function addSecurityHeaders(server: FastifyInstance, { isHttps }: Readonly<{ isHttps: boolean }>): Promise<void> {
  await server.register(helmet, {
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
}
