import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { FreeSpace } from '../storage/free-space.ts'
import { type Replies, refusalOf } from './replies.ts'
import { seatOf } from './seat.ts'
import { refuse } from '@rueda/rules/result.ts'

/** Numbers about this process for Prometheus: per route, the event loop, the database pool. Nothing about a customer. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const MS_PER_SECOND = 1_000
const UNROUTED = 'unknown'

export type Metrics = Readonly<{ registry: Registry }>

/** A number of a part that the edge does not know, read when somebody asks. */
export type OwnGauge = Readonly<{ name: string; help: string; read: () => number | Promise<number> }>

type Dependencies = Readonly<{ pool: Pool; space: FreeSpace; replies: Replies; gauges: readonly OwnGauge[] }>

export function addMetrics(server: FastifyInstance, { pool, space, replies, gauges }: Dependencies): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer',
    labelNames: ['route'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers by refusal',
    labelNames: ['route', 'status', 'refusal'],
    registers,
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })

  new Gauge({
    name: 'disk_free_megabytes',
    help: 'Room on the disk of the data folder',
    registers,
    collect() {
      this.set(space.freeMebibytes())
    },
  })

  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  }

  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? UNROUTED
    duration.observe({ route }, reply.elapsedTime / MS_PER_SECOND)
    answers.inc({ route, status: reply.statusCode, refusal: refusalOf(request) ?? 'none' })
    done()
  })
  server.addHook('onClose', (_, done) => {
    registry.clear()
    done()
  })
  // A proxy that opens the server to the world does not open its numbers.
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (seatOf(request) === 'elsewhere') return replies.refuse(reply, request, refuse('object.not_found'), 404)
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  return { registry }
}
