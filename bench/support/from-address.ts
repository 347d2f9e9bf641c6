import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'

/** Calls the server from an address of this machine's own network, which stands for one of the internet. */
export type Answer = Readonly<{ status: number; code: number; data: unknown; milliseconds: number }>
export type Call = Readonly<{
  address: string
  from: string
  path: string
  method?: 'GET' | 'POST'
  token?: string
  /** Sent as it is; a whole value as JSON. */
  body?: unknown
  type?: string
}>

const MAX_ANSWER_MS = 30_000
const JSON_TYPE = 'application/json'

export function callFrom({ address, from, path, method = 'POST', token, body = {}, type = JSON_TYPE }: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { hostname, port } = new URL(address)
  const headers = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(method === 'POST' ? { 'content-type': type, 'idempotency-key': randomUUID() } : {}),
  }
  const began = performance.now()
  const sent = request({ host: hostname, port, path, method, headers, localAddress: from, agent: false }, (answer: IncomingMessage) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ...partsOf(chunks), milliseconds: performance.now() - began }))
  })
  sent.setTimeout(MAX_ANSWER_MS, () => sent.destroy(new Error(`${path} was not answered`)))
  sent.on('error', reject)
  if (method === 'GET') sent.end()
  else sent.end(type === JSON_TYPE ? JSON.stringify(body) : (body as Buffer))
  return promise
}

function partsOf(chunks: readonly Buffer[]): Readonly<{ code: number; data: unknown }> {
  const { code, data } = JSON.parse(Buffer.concat(chunks).toString()) as { code: number; data: unknown }
  return { code, data }
}

/** The data of a call that has to succeed. */
export async function askFrom<Data>(call: Call): Promise<Data> {
  const answer = await callFrom(call)
  if (answer.code !== 200) throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
  return answer.data as Data
}
