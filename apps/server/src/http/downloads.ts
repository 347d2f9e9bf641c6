import type { Result } from '@rueda/rules/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bounds } from './bounds.ts'
import type { Release } from './concurrency-limiter.ts'

/** A slot for a file on its way out, held until the last byte is taken or the connection ends. */
export async function downloadSlot({ downloads }: Bounds, { ip }: FastifyRequest, reply: FastifyReply): Promise<Result<Release>> {
  // A caller with a link has no session, so only the address counts.
  const slot = await downloads.acquire({ accountId: null, address: ip })
  if (!slot.ok) return slot
  if (reply.raw.destroyed || reply.raw.closed) slot.value()
  else reply.raw.once('close', slot.value)
  return slot
}
