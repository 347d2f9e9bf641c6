import { refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Infrastructure } from '../infrastructure.ts'
import type { Clock } from '../deps.ts'
import { EXPORT_PATH, openExport } from '../storage/exports.ts'
import type { Bounds } from './bounds.ts'
import { downloadSlot } from './downloads.ts'
import { NOT_FOUND } from './failures.ts'
import type { Replies } from './replies.ts'

type Dependencies = Pick<Infrastructure, 'pool' | 'vault' | 'links' | 'files'> & Readonly<{ wallClock: Clock; bounds: Bounds }>
type Asked = { Params: { exportId: string }; Querystring: { ticket?: string } }

/** Serves exports by their ticket. A faulty ticket is answered as if there were no file. */
export function addExportLinks(server: FastifyInstance, app: Dependencies, replies: Replies): void {
  server.get<Asked>(`${EXPORT_PATH}/:exportId`, { schema: { hide: true } }, async (request, reply) => {
    const slot = await downloadSlot(app.bounds, request, reply)
    if (!slot.ok) return replies.refuse(reply, request, slot)
    const asked = { exportId: request.params.exportId, ticket: request.query.ticket ?? '' }
    const opened = await openExport(app, asked, app.wallClock.now())
    if (opened === null) return replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="rueda-${opened.accountId}.zip"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('application/zip')
      .header('content-length', opened.bytes)
      .send(opened.content)
  })
}
