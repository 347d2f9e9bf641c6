import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createReplies } from './replies.ts'

/** An answer is the same whether it is put together, written in its parts or sent piece by piece, and is heard of when it has been sent. */
it.each([
  ['put together', 100],
  ['written in its parts', 10_000],
  ['sent piece by piece', 300_000],
])('an answer that is %s has its envelope, its length and its headers', async (_name, length) => {
  const server = Fastify()
  const answered: number[] = []
  server.addHook('onRequest', async (_request, reply) => void reply.header('x-set-before', 'kept'))
  server.addHook('onResponse', async (_request, reply) => void answered.push(reply.statusCode))
  const replies = createReplies('SIM')
  const data = 'ñ'.repeat(length)
  server.get('/answer', async (request, reply) => replies.success(reply, request, Buffer.from(JSON.stringify(data))))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/answer`)
  const body = await answer.text()
  expect(JSON.parse(body)).toMatchObject({ code: 200, data, venue: 'SIM', requestId: answer.headers.get('x-request-id') })
  expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(body))
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect([answer.headers.get('x-set-before'), answer.headers.get('x-venue'), answer.headers.get('cache-control')]).toEqual([
    'kept',
    'SIM',
    'no-store',
  ])
  await expect.poll(() => answered).toEqual([200])
  await server.close()
})
