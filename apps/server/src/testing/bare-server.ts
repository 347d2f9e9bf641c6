import Fastify from 'fastify'

/** Yardstick of a bench: a server that does nothing but send the same bytes, in a process of its own. */
export type Bytes = Readonly<{ method: 'GET' | 'POST'; path: string; body: string }>

/** Serves on a free port of loopback and answers with its address. */
export function serveBytes(answers: readonly Bytes[]): Promise<string> {
  const server = Fastify()
  for (const { method, path, body } of answers) {
    const bytes = Buffer.from(body)
    server.route({ method, url: path, handler: (_, reply) => reply.type('application/json; charset=utf-8').send(bytes) })
  }
  return server.listen({ port: 0, host: '127.0.0.1' })
}
