import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { AwsClient } from 'aws4fetch'
import { valueIn } from './s3-xml.ts'
import { StoreUnavailable } from './store.ts'
import type { S3Address } from './store-url.ts'

/**
 * Signed calls of the S3 API. Each body's hash is signed with the call, so that the store keeps what we sent or nothing. What may pass (no connection, no
 * answer, half an answer, "try again") is tried a few times; then, as for every refusal, a `StoreUnavailable` says why.
 */
export type S3Call = Readonly<{
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for a call of the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
}>
/** A success, or one of the answers that mean something to the caller: missing, there already, past the end, unknown to this store. */
export type S3Answer = Readonly<{ status: number; code: string; headers: Headers; bytes: Buffer; isAgain: boolean }>
export type CallS3 = (call: S3Call) => Promise<S3Answer>

export type Patience = Readonly<{ tries: number; tryMs: number; pauseMs: number }>
/** Somebody waits for most of these calls; a part of an export of 8 MB still gets through on a line of 8 Mbit/s. */
const USUAL: Patience = { tries: 3, tryMs: 8 * SECOND_MS, pauseMs: 100 }

export const OK = 200
export const PARTIAL = 206
export const MISSING = 404
export const THERE_ALREADY = 412
export const PAST_THE_END = 416
export const NOT_IMPLEMENTED = 501
const TOO_MANY = 429
const CONFLICT = 409
const FAILED = 500
const NO_BUCKET = 'NoSuchBucket'
const MEANT: ReadonlySet<number> = new Set([MISSING, THERE_ALREADY, PAST_THE_END, NOT_IMPLEMENTED])
/** A body that came too slowly is answered as if it were bad. */
const PASSES: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'OperationAborted',
  'ConditionalRequestConflict',
])

export function createS3Calls(address: S3Address, patience: Partial<Patience> = {}): CallS3 {
  const { accessKeyId, secretAccessKey, region } = address
  const { tries, tryMs, pauseMs } = { ...USUAL, ...patience }
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(signer, address, call, tryMs)
      if (!(answer instanceof Error) && isMeant(answer)) return { ...answer, isAgain: attempt > 1 }
      if (attempt === tries || (!(answer instanceof Error) && !passes(answer)))
        throw new StoreUnavailable(`${nameOf(address)} ${whyNot(answer, address)}`, { cause: answer instanceof Error ? answer : undefined })
      await pause(pauseMs * attempt)
    }
  }
}

type Once = Omit<S3Answer, 'isAgain'>

/** An error where nobody knows whether the call was carried out. */
async function once(
  signer: AwsClient,
  address: S3Address,
  { method, key, query, headers, body }: S3Call,
  tryMs: number,
): Promise<Once | Error> {
  const url = new URL(`${address.endpoint}/${address.bucket}${key === '' ? '' : `/${address.prefix}${key}`}`)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  try {
    const request = await signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      redirect: 'manual',
      signal: AbortSignal.timeout(tryMs),
      // A copy that is nobody else's, which is what the platform's types ask for.
      ...(body !== undefined && { body: new Uint8Array(body) }),
    })
    const answer = await fetch(request)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const said = answer.headers.get('content-length')
    if (said !== null && Number(said) !== bytes.length) return new Error(`it ended after ${bytes.length} of ${said} bytes`)
    return { status: answer.status, code: codeOf(answer, bytes), headers: answer.headers, bytes }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A call that takes long is answered with 200 before it is done, and says in the body that it failed. */
const codeOf = ({ ok, headers }: Response, bytes: Buffer): string => {
  const isXml = headers.get('content-type')?.includes('xml') ?? false
  const text = ok && !isXml ? '' : bytes.toString('utf8')
  return ok && !/<Error[\s>]/u.test(text) ? '' : (valueIn(text, 'Code') ?? '')
}

const isMeant = ({ status, code }: Once): boolean =>
  (status >= OK && status < 300 && code === '') || (MEANT.has(status) && code !== NO_BUCKET)

const passes = ({ status, code }: Once): boolean => status >= FAILED || status === TOO_MANY || status === CONFLICT || PASSES.has(code)

/** Without the key and its secret. */
const nameOf = ({ endpoint, bucket, prefix }: S3Address): string => `The store of STORE_URL (${endpoint}/${bucket}/${prefix})`

const UNKNOWN = 401
const FORBIDDEN = 403
const ELSEWHERE: ReadonlySet<string> = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

function whyNot(answer: Once | Error, { bucket, region }: S3Address): string {
  if (answer instanceof Error) return `cannot be reached: ${reasonOf(answer)}.`
  const { status, code } = answer
  if (code === NO_BUCKET) return `has no bucket ${bucket}. Make it first.`
  if (code === 'RequestTimeTooSkewed') return 'finds the clock of this machine wrong. Let NTP set it.'
  if (ELSEWHERE.has(code)) return `is not of the region ${region}: ${code}. Name another host, or ?region=.`
  if (status === UNKNOWN || status === FORBIDDEN) return `refuses the key: ${code === '' ? status : code}.`
  return `answers ${status}${code === '' ? '' : ` ${code}`}.`
}

/** The library says "fetch failed" and keeps the reason inside. */
function reasonOf(error: Error): string {
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const { code } = cause as NodeJS.ErrnoException
  return cause.message === '' ? (code ?? error.message) : cause.message
}
