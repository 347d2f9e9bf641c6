import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance } from 'fastify'
import type { VenueClient } from '../venue/client.ts'
import type { Replies } from './replies.ts'

/** The built apps, at `/` and at `/console/`, and the instruments' generated logos. */
const HASHED = /[\\/]assets[\\/]/u
const FOREVER = 'public, max-age=31536000, immutable'
const ALWAYS_ASK = 'no-cache'
const ONE_DAY = 'public, max-age=86400'

export async function addBrowserApp(server: FastifyInstance, folder: string, prefix: string): Promise<void> {
  if (!existsSync(folder)) return
  await server.register(fastifyStatic, {
    root: folder,
    prefix,
    redirect: prefix !== '/',
    // A list, or a compressed index is not found.
    index: ['index.html'],
    cacheControl: false,
    // The build wrote them beside the files.
    preCompressed: true,
    dotfiles: 'ignore',
    decorateReply: false,
    schemaHide: true,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED.test(path) ? FOREVER : ALWAYS_ASK),
  })
}

type LogoPath = { Params: { market: string; file: string } }

export function addLogos(
  server: FastifyInstance,
  { venue, replies }: Readonly<{ venue: Pick<VenueClient, 'logo'>; replies: Replies }>,
): void {
  server.get<LogoPath>('/logos/:market/:file', { schema: { hide: true } }, (request, reply) => {
    const { market, file } = request.params
    const logo = file.endsWith('.svg') ? venue.logo(`${market}:${file.slice(0, -'.svg'.length)}`) : null
    if (logo === null) return replies.refuse(reply, request, refuse('object.not_found'), 404)
    return reply
      .header('cache-control', ONE_DAY)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type('image/svg+xml; charset=utf-8')
      .send(logo)
  })
}
