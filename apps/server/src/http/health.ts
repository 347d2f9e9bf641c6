import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** `/healthz` says that the process answers; `/readyz` says that it can serve customers. */
export type Readiness = Readonly<{
  /** False from the moment the server is asked to stop, so that a balancer sends nothing new. */
  isOpen: () => boolean
  pool: Pool
}>

const MAX_CHECK_MS = 1_000

export function addHealth(server: FastifyInstance, readiness: Readiness): void {
  server.get('/healthz', { schema: { hide: true } }, (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const checks = { open: readiness.isOpen(), database: await answersInTime(readiness.pool) }
    const ready = Object.values(checks).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...checks })
  })
}

async function answersInTime(pool: Pool): Promise<boolean> {
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, MAX_CHECK_MS, false).unref())
  return Promise.race([asked, tooLate])
}
