import { date } from '@rueda/contract/fields.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { NOT_FOUND } from '../../http/failures.ts'
import type { Extension } from '../../http/server.ts'
import { CHECKPOINT_FILE } from '../../trust-log/log.ts'
import { liabilitiesOf } from './liability.ts'

/** The addresses of the public log (`docs/rules/proof.md`): without a session, readable by any page and any tool, and small enough to mirror. */
const LOG_ADDRESS = '/trust/log/*'
const KEYS_ADDRESS = '/trust/keys'
const LIABILITIES_ADDRESS = '/trust/liabilities/:date'
const FOR_EVER = 'public, max-age=31536000, immutable'

export const trustFiles =
  ({ trustLog, pool }: Pick<App, 'trustLog' | 'pool'>): Extension =>
  (server, { replies }) => {
    const missing = (request: FastifyRequest, reply: FastifyReply) => replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
    server.get<{ Params: { '*': string } }>(LOG_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const path = request.params['*']
      const bytes = await trustLog.read(path)
      if (bytes === null) return missing(request, reply)
      const isCheckpoint = path === CHECKPOINT_FILE
      return reply
        .header('cache-control', isCheckpoint ? 'no-cache' : FOR_EVER)
        .header('access-control-allow-origin', '*')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(isCheckpoint ? 'text/plain; charset=utf-8' : 'application/octet-stream')
        .send(Buffer.from(bytes))
    })
    server.get(KEYS_ADDRESS, { schema: { hide: true } }, (_, reply) => {
      const texts = (purpose: 'checkpoints' | 'receipts') =>
        trustLog
          .keys()
          .filter((key) => key.purpose === purpose)
          .map(({ text }) => text)
      return reply
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send({ origin: trustLog.origin(), keys: texts('checkpoints'), receiptKeys: texts('receipts') })
    })
    server.get<{ Params: { date: string } }>(LIABILITIES_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const asked = date.safeParse(request.params.date)
      const said = asked.success ? await liabilitiesOf(pool, asked.data) : null
      if (said === null) return missing(request, reply)
      return reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*').send(said)
    })
  }
