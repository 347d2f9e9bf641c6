import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Address } from '../storage/store-url.ts'
import { type Signers, faultOf } from './s3-signature.ts'

/**
 * A server that speaks as much of S3 as a store needs, keeps its bucket in memory, and lets nothing through that is not signed. A test tells it how to
 * fail.
 */
export type S3Server = Readonly<{
  address: S3Address
  /** As a setting. */
  url: string
  objects: Map<string, StoredObject>
  uploads: Map<string, Upload>
  /** Method and path of each request that was signed as it should be, with its query. */
  asked: string[]
  /** What happens to the requests from here on; null for nothing out of the ordinary. */
  failing: (failure: Failure | null) => void
  /** Takes the server away, and brings it back under the same address. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  stop: () => Promise<void>
}>
export type StoredObject = Readonly<{ bytes: Buffer; writtenAt: number }>

/**
 * Chosen for a request: `error` answers a code, `answer` a body as if all were well, `silent` never answers, `cut` closes in the middle of the answer, `lost` does what it was told and then
 * closes without a word, `half` does the same before the request has been read whole.
 */
export type Failure = (request: Readonly<{ method: string; key: string; nth: number }>) => Fault | null
type Fault = Readonly<
  { kind: 'error'; status: number; code: string } | { kind: 'answer'; body: string } | { kind: 'silent' | 'cut' | 'lost' | 'half' }
>

const KEY: Signers = { accessKeyId: 'rueda-test', secretAccessKey: 'a/secret+with@signs', region: 'south-1' }
const BUCKET = 'rueda'
const MIN_PART_BYTES = 5 * 1024 * 1024

type Upload = { key: string; begun: number; parts: Map<number, Buffer> }
type Bucket = Readonly<{ objects: Map<string, StoredObject>; uploads: Map<string, Upload>; knowsConditions: boolean; pageSize: number }>
type Options = Partial<Pick<Bucket, 'knowsConditions' | 'pageSize'>> & Readonly<{ prefix?: string }>

export async function startS3Server({ knowsConditions = true, pageSize = 1_000, prefix = '' }: Options = {}): Promise<S3Server> {
  const bucket: Bucket = { objects: new Map(), uploads: new Map(), knowsConditions, pageSize }
  const asked: string[] = []
  let failure: Failure | null = null
  let nth = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://store')
    const key = url.pathname.slice(`/${BUCKET}/`.length)
    const method = request.method ?? ''
    const serve = async (): Promise<void> => {
      nth += 1
      const fault = failure?.({ method, key, nth }) ?? null
      if (fault?.kind === 'half') return void request.once('data', () => request.socket.destroy())
      const body = await buffer(request)
      const wrong = faultOf(request, body, KEY, Date.now())
      if (wrong !== null) return refuse(response, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong)
      if (request.headers['transfer-encoding'] !== undefined) return refuse(response, 411, 'MissingContentLength')
      asked.push(`${method} ${request.url ?? ''}`)
      if (fault?.kind === 'silent') return
      if (fault?.kind === 'error') return refuse(response, fault.status, fault.code)
      if (fault?.kind === 'answer') return void response.writeHead(200, { 'content-length': Buffer.byteLength(fault.body) }).end(fault.body)
      if (!url.pathname.startsWith(`/${BUCKET}`)) return refuse(response, 404, 'NoSuchBucket')
      const answer = answerTo(bucket, { method, key, query: url.searchParams, headers: request.headers, body })
      if (fault?.kind === 'lost') return void request.socket.destroy()
      response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
      if (fault?.kind !== 'cut') return void response.end(answer.body)
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => request.socket.destroy())
    }
    serve().catch(() => request.socket.destroy())
  })
  const listen = (port: number): Promise<void> => new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const secret = encodeURIComponent(KEY.secretAccessKey)
  return {
    address: { ...KEY, endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix },
    url: `s3://${KEY.accessKeyId}:${secret}@127.0.0.1:${port}/${BUCKET}/${prefix}?region=${KEY.region}&tls=0`,
    objects: bucket.objects,
    uploads: bucket.uploads,
    asked,
    failing: (next) => {
      failure = next
      nth = 0
    },
    goAway: close,
    comeBack: () => listen(port),
    stop: close,
  }
}

type Asked = Readonly<{ method: string; key: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer }>
type Answer = Readonly<{ status: number; headers: Record<string, string>; body: Buffer }>

function answerTo(bucket: Bucket, asked: Asked): Answer {
  const { method, key, query } = asked
  if (key === '') return query.has('uploads') ? listUploads(bucket, asked) : list(bucket, asked)
  if (method === 'POST' && query.has('uploads')) return begin(bucket, key)
  if (query.has('uploadId')) return ofUpload(bucket, asked)
  if (method === 'PUT') return put(bucket, asked)
  if (method === 'DELETE') {
    bucket.objects.delete(key)
    return { status: 204, headers: {}, body: Buffer.alloc(0) }
  }
  const found = bucket.objects.get(key)
  return found === undefined ? error(404, 'NoSuchKey') : part(found.bytes, asked.headers.range)
}

function put({ objects, knowsConditions }: Bucket, { key, headers, body }: Asked): Answer {
  if (headers['if-none-match'] !== undefined) {
    if (!knowsConditions) return error(501, 'NotImplemented')
    if (objects.has(key)) return error(412, 'PreconditionFailed')
  }
  objects.set(key, { bytes: body, writtenAt: Date.now() })
  return { status: 200, headers: { etag: tagOf(body) }, body: Buffer.alloc(0) }
}

function part(bytes: Buffer, range: string | undefined): Answer {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, headers: { etag: tagOf(bytes) }, body: bytes }
  if (Number(from) >= bytes.length) return error(416, 'InvalidRange')
  const body = bytes.subarray(Number(from), Number(to) + 1)
  const range_ = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`
  return { status: 206, headers: { 'etag': tagOf(bytes), 'content-range': range_ }, body }
}

function begin({ uploads }: Bucket, key: string): Answer {
  const id = createHash('sha256').update(`${key} ${uploads.size} ${Math.random()}`).digest('hex').slice(0, 16)
  uploads.set(id, { key, begun: Date.now(), parts: new Map() })
  return xml(`<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}&amp;=</UploadId></InitiateMultipartUploadResult>`)
}

function ofUpload({ objects, uploads }: Bucket, { method, key, query, body }: Asked): Answer {
  const id = (query.get('uploadId') ?? '').replace('&=', '')
  const upload = uploads.get(id)
  if (upload?.key !== key) return error(404, 'NoSuchUpload')
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: tagOf(body) }, body: Buffer.alloc(0) }
  }
  if (method === 'DELETE') {
    uploads.delete(id)
    return { status: 204, headers: {}, body: Buffer.alloc(0) }
  }
  const named = [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/gu)]
  const parts = named.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))
  if (named.some(([, , tag], at) => tag !== tagOf(parts[at] ?? Buffer.alloc(0)))) return error(400, 'InvalidPart')
  if (parts.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) return error(400, 'EntityTooSmall')
  objects.set(key, { bytes: Buffer.concat(parts), writtenAt: Date.now() })
  uploads.delete(id)
  return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
}

function list({ objects, pageSize }: Bucket, { query }: Asked): Answer {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const after = query.get('continuation-token') ?? ''
  const below = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
  const folders = new Set(
    delimiter === null
      ? []
      : below
          .filter((key) => key.slice(prefix.length).includes('/'))
          .map((key) => `${prefix}${key.slice(prefix.length).split('/')[0] ?? ''}/`),
  )
  const keys = below.filter((key) => key > after && (delimiter === null || !key.slice(prefix.length).includes('/')))
  const page = keys.slice(0, pageSize)
  const contents = page.map(
    (key) =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${new Date(objects.get(key)?.writtenAt ?? 0).toISOString()}</LastModified></Contents>`,
  )
  const isMore = keys.length > page.length
  return xml(
    `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${contents.join('')}` +
      [...folders].map((folder) => `<CommonPrefixes><Prefix>${encodeURIComponent(folder)}</Prefix></CommonPrefixes>`).join('') +
      (isMore ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '') +
      '</ListBucketResult>',
  )
}

function listUploads({ uploads, pageSize }: Bucket, { query }: Asked): Answer {
  const placeOf = (key: string, id: string): string => `${key} ${id}`
  const after = placeOf(query.get('key-marker') ?? '', (query.get('upload-id-marker') ?? '').replace('&=', ''))
  const found = [...uploads]
    .filter(([id, { key }]) => key.startsWith(query.get('prefix') ?? '') && placeOf(key, id) > after)
    .toSorted(([one, { key }], [other, { key: otherKey }]) => (placeOf(key, one) < placeOf(otherKey, other) ? -1 : 1))
  const listed = found.slice(0, pageSize)
  const [lastId, last] = listed.at(-1) ?? []
  const next =
    found.length > listed.length
      ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${encodeURIComponent(last?.key ?? '')}</NextKeyMarker><NextUploadIdMarker>${lastId ?? ''}&amp;=</NextUploadIdMarker>`
      : ''
  return xml(
    `<ListMultipartUploadsResult>${listed
      .map(
        ([id, { key, begun }]) =>
          `<Upload><Key>${encodeURIComponent(key)}</Key><UploadId>${id}&amp;=</UploadId><Initiated>${new Date(begun).toISOString()}</Initiated></Upload>`,
      )
      .join('')}${next}</ListMultipartUploadsResult>`,
  )
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (text: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
})
const error = (status: number, code: string): Answer => xml(`<Error><Code>${code}</Code><Message>no</Message></Error>`, status)

function refuse(response: ServerResponse, status: number, code: string): void {
  const { headers, body } = error(status, code)
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
}
