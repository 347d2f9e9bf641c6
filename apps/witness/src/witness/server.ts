import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { codeOf } from '../stopped.ts'
import { CheckpointLost } from './kept-checkpoints.ts'
import type { Witness } from './witness.ts'

/** The two addresses of a witness over HTTP (C2SP tlog-witness): a log submits checkpoints, anybody reads the last one of a log. */

/** Sixteen signatures of the longest kind there is, and a proof. */
export const MAX_BODY_BYTES = 131_072
/** What more is read of a body that is too long, so that whoever sends it hears why. */
const MAX_DRAINED_BYTES = 1_048_576
const MAX_CONNECTIONS = 1_000
const REQUEST_MS = 15_000
/** A log comes once a minute. */
const KEEP_ALIVE_MS = 90_000

const TEXT = 'text/plain; charset=utf-8'
const SHOWN = /^\/(?<hash>[0-9a-f]{64})\/checkpoint$/u

type Reply = Readonly<{ status: number; body: string; headers?: Readonly<Record<string, string>> }>

export function createWitnessServer(witness: Witness, say: (line: string) => void): Server {
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void reply(request).then(
      (told) => send(response, told),
      (error: unknown) => send(response, failed(error)),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  return server

  function reply(request: IncomingMessage): Promise<Reply> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const hash = SHOWN.exec(path)?.groups?.['hash']
    if (path === '/add-checkpoint') return request.method === 'POST' ? add(request) : Promise.resolve(notAllowed('POST'))
    if (hash === undefined) return Promise.resolve({ status: 404, body: 'There is nothing here.\n' })
    return request.method === 'GET' || request.method === 'HEAD' ? show(hash) : Promise.resolve(notAllowed('GET, HEAD'))
  }

  async function add(request: IncomingMessage): Promise<Reply> {
    const body = await readBody(request)
    if (body === TOO_LONG)
      return { status: 413, body: `A request has at most ${MAX_BODY_BYTES} bytes.\n`, headers: { connection: 'close' } }
    if (body === null) return { status: 400, body: 'The request is no text in UTF-8.\n' }
    const told = await witness.add(body)
    return { ...told, headers: told.status === 409 ? { 'content-type': told.contentType } : {} }
  }

  async function show(hash: string): Promise<Reply> {
    const note = await witness.show(hash)
    if (note === null) return { status: 404, body: 'No checkpoint of this log was cosigned here.\n' }
    // Whoever doubts a log asks its witnesses, from a page of another origin too.
    return { status: 200, body: note, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' } }
  }

  function failed(error: unknown): Reply {
    // Whoever left in the middle of a request hears nothing.
    if (codeOf(error) === 'ECONNRESET') return { status: 400, body: 'The request ended early.\n' }
    say(error instanceof Error ? error.message : String(error))
    const body =
      error instanceof CheckpointLost ? 'The checkpoint cosigned last for this log is lost here.\n' : 'The checkpoint could not be kept.\n'
    return { status: 500, body }
  }
}

const notAllowed = (allow: string): Reply => ({ status: 405, body: `Here is answered to ${allow}.\n`, headers: { allow } })

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': TEXT, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

const TOO_LONG = Symbol('longer than a request is')

/** Null where the bytes are no text. */
async function readBody(request: IncomingMessage): Promise<string | typeof TOO_LONG | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_BODY_BYTES) chunks.push(chunk)
    if (length > MAX_DRAINED_BYTES) break
  }
  if (length > MAX_BODY_BYTES) return TOO_LONG
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    return null
  }
}

/** Opens a server, or says in a sentence why nobody can listen there. */
export async function listen(server: Server, { host, port }: Readonly<{ host: string; port: number }>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const shownHost = host.includes(':') ? `[${host}]` : host
  return `http://${shownHost}:${address === null || typeof address === 'string' ? port : address.port}`
}
