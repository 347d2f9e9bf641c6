import { refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Infrastructure } from '../infrastructure.ts'
import type { Clock } from '../deps.ts'
import { fileUrl } from '../storage/files.ts'
import { readLink } from '../storage/links.ts'
import { openByLink } from '../storage/openings.ts'
import type { Bounds } from './bounds.ts'
import { downloadSlot } from './downloads.ts'
import { NOT_FOUND } from './failures.ts'
import { inChunks } from './chunks.ts'
import type { Replies } from './replies.ts'

type Dependencies = Pick<Infrastructure, 'pool' | 'vault' | 'links' | 'ids' | 'files'> & Readonly<{ wallClock: Clock; bounds: Bounds }>
type Asked = { Params: { fileId: string }; Querystring: { link?: string } }

/**
 * Serves pictures by a link that ends soon. A faulty link is answered as if there were no file. The browser may show the
 * picture in a page of ours and save it, but never run anything of it.
 */
export function addFileLinks(server: FastifyInstance, app: Dependencies, replies: Replies): void {
  server.get<Asked>(fileUrl(':fileId'), { schema: { hide: true } }, async (request, reply) => {
    const slot = await downloadSlot(app.bounds, request, reply)
    if (!slot.ok) return replies.refuse(reply, request, slot)
    const now = app.wallClock.now()
    const link = readLink(app.links, request.query.link ?? '', request.params.fileId, now)
    const content = link === null ? null : await openByLink(app, link, now)
    if (content === null) return replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="picture.jpg"')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/jpeg')
      .header('content-length', content.length)
      .send(inChunks(content))
  })
}
