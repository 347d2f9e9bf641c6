import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * AWS Signature Version 4 as the one who receives a request checks it, written from its description alone and with nothing of the library that signs ours:
 * two that agree by chance of one author would prove nothing.
 */
export type Signers = Readonly<{ accessKeyId: string; secretAccessKey: string; region: string }>

const FORM = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/u
const MAX_SKEW_MS = 15 * 60_000

/** The code of S3 for what is wrong with a request; null for one that is signed as it should be. */
export function faultOf(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: Signers,
  now: number,
): string | null {
  const [, key, day = '', place = '', listed = '', signature = ''] = FORM.exec(request.headers.authorization ?? '') ?? []
  if (key === undefined) return 'AccessDenied'
  if (key !== accessKeyId) return 'InvalidAccessKeyId'
  if (place !== region) return 'AuthorizationHeaderMalformed'
  const at = textOf(request, 'x-amz-date')
  const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(moment - now) <= MAX_SKEW_MS) || !at.startsWith(day)) return 'RequestTimeTooSkewed'
  const hash = textOf(request, 'x-amz-content-sha256')
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = listed.split(';')
  // A header that changes what is done is signed, or somebody on the way could change it.
  const isBound = Object.keys(request.headers).every(
    (name) => names.includes(name) || !(name === 'host' || name.startsWith('x-amz-') || name === 'if-none-match'),
  )
  if (!isBound) return 'AccessDenied'
  const canonical = [
    request.method ?? '',
    pathOf(request),
    queryOf(request),
    ...names.map((name) => `${name}:${textOf(request, name).trim().replaceAll(/ +/gu, ' ')}`),
    '',
    listed,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const expected = hmac(signingKey, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(Buffer.from(canonical))}`)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
const textOf = ({ headers }: IncomingMessage, name: string): string => [headers[name] ?? ''].flat().join(',')

const urlOf = ({ url = '' }: IncomingMessage): URL => new URL(url, 'http://store')
const pathOf = (request: IncomingMessage): string =>
  urlOf(request)
    .pathname.split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')

/** Every name and value encoded once, in the order of the encoded names. */
function queryOf(request: IncomingMessage): string {
  const pairs = [...urlOf(request).searchParams].map(([name, value]) => [encoded(name), encoded(value)] as const)
  return pairs
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}

/** Everything but letters, digits and four signs. */
const encoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      PLAIN.test(String.fromCodePoint(byte)) ? String.fromCodePoint(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
const PLAIN = /^[A-Za-z0-9\-._~]$/u
