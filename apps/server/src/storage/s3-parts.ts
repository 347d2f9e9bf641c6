import { type CallS3, MISSING, type S3Answer } from './s3-calls.ts'
import { valueIn, written } from './s3-xml.ts'
import { StoreUnavailable, type Write } from './store.ts'

/** Bytes of a part; the API wants five million at least of each but the last. */
export const PART_BYTES = 8 * 1024 * 1024

type Putting = Readonly<{ call: CallS3; key: string; putWhole: (bytes: Buffer) => Promise<void> }>

/**
 * Puts a file whose length nobody knows yet: whole where it fits into a part, and else in parts, which become an object with the last call and are nothing
 * before. What fails takes its parts back; what is cut off leaves them for `dropDrafts`.
 */
export async function putInParts<Value>({ call, key, putWhole }: Putting, fill: (write: Write) => Promise<Value>): Promise<Value> {
  let waiting: Uint8Array[] = []
  let size = 0
  let upload: Upload | null = null
  const flush = async (): Promise<void> => {
    upload ??= await beginUpload(call, key)
    await upload.add(Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  try {
    const value = await fill(async (chunk) => {
      waiting.push(chunk)
      size += chunk.length
      if (size >= PART_BYTES) await flush()
    })
    await endOf(upload, Buffer.concat(waiting), putWhole)
    return value
  } catch (error) {
    await (upload as Upload | null)?.abandon()
    throw error
  }
}

async function endOf(upload: Upload | null, rest: Buffer, putWhole: Putting['putWhole']): Promise<void> {
  if (upload === null) return putWhole(rest)
  if (rest.length > 0) await upload.add(rest)
  await upload.complete()
}

type Upload = Readonly<{ add: (bytes: Buffer) => Promise<void>; complete: () => Promise<void>; abandon: () => Promise<void> }>

async function beginUpload(call: CallS3, key: string): Promise<Upload> {
  const begun = await call({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = valueIn(begun.bytes.toString('utf8'), 'UploadId')
  if (uploadId === null) throw new StoreUnavailable(`The store of STORE_URL does not begin an upload in parts: it answers ${begun.status}.`)
  const tags: string[] = []
  return {
    add: async (bytes) => {
      const partNumber = tags.length + 1
      const { headers, status } = await call({ method: 'PUT', key, query: { partNumber: String(partNumber), uploadId }, body: bytes })
      const tag = headers.get('etag')
      if (status >= 300 || tag === null)
        throw new StoreUnavailable(`The store of STORE_URL does not take a part of a file: it answers ${status}.`)
      tags.push(tag)
    },
    complete: async () => {
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${written(tag)}</ETag></Part>`).join('')
      const body = Buffer.from(
        `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts}</CompleteMultipartUpload>`,
      )
      const answer = await call({ method: 'POST', key, query: { uploadId }, headers: { 'content-type': 'application/xml' }, body })
      if ((answer.status < 300 && answer.bytes.includes('<CompleteMultipartUploadResult')) || (await wasCompleted(call, key, answer)))
        return
      throw new StoreUnavailable(
        `The store of STORE_URL does not put the parts of a file together: it answers ${answer.status} ${answer.code}.`,
      )
    },
    abandon: async () => {
      // Where that fails as well the parts are dropped later.
      await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    },
  }
}

/** An upload whose answer was lost is unknown when it is completed again. Its key is nobody else's, so what lies there is it. */
async function wasCompleted(call: CallS3, key: string, { status, isAgain }: S3Answer): Promise<boolean> {
  if (status !== MISSING || !isAgain) return false
  return (await call({ method: 'GET', key, headers: { range: 'bytes=0-0' } })).status < 300
}
