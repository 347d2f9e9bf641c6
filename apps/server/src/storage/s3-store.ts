import {
  type CallS3,
  MISSING,
  NOT_IMPLEMENTED,
  PARTIAL,
  PAST_THE_END,
  type Patience,
  type S3Answer,
  THERE_ALREADY,
  createS3Calls,
} from './s3-calls.ts'
import { putInParts } from './s3-parts.ts'
import { partsOf, valueIn } from './s3-xml.ts'
import { type Kept, type Listed, type OpenFile, type FileStore, StoreUnavailable } from './store.ts'
import type { S3Address } from './store-url.ts'

/**
 * Keeps files in a bucket. An object is there whole or not at all by the API's own word, and from its answer on everybody reads it. What this adds is for
 * answers that are lost: a write that nobody waits for any more may still arrive, and must not take the place of one that came after it.
 */
const AT_ONCE = 16
const BLOCK_BYTES = 1024 * 1024
const MAX_DISPLACED = 3

export function openS3Store(address: S3Address, patience?: Partial<Patience>): FileStore {
  const call = createS3Calls(address, patience)
  /** False once the store has said that it does not know the condition. */
  let knowsConditions = true

  const put = async ({ key, bytes }: Kept, mayReplace?: () => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < MAX_DISPLACED; round += 1) {
      const headers = knowsConditions ? { 'if-none-match': '*' } : {}
      const { status } = await call({ method: 'PUT', key, body: bytes, headers })
      if (status === NOT_IMPLEMENTED && knowsConditions) knowsConditions = false
      else if (status !== THERE_ALREADY) return expectDone(status, key)
      else if ((await get(key))?.equals(bytes) === true) return
      // What lies there is of an attempt that was given up. Whatever of that still comes finds ours and is refused.
      else {
        await mayReplace?.()
        await remove(key)
      }
    }
    throw new StoreUnavailable(`The store of STORE_URL gives ${key} away to another write again and again.`)
  }
  const replace = async ({ key, bytes }: Kept): Promise<void> => expectDone((await call({ method: 'PUT', key, body: bytes })).status, key)
  const get = async (key: string): Promise<Buffer | null> => {
    const { status, bytes } = await call({ method: 'GET', key })
    return status === MISSING ? null : bytes
  }
  const remove = async (key: string): Promise<void> => {
    const { status } = await call({ method: 'DELETE', key })
    if (status !== MISSING) expectDone(status, key, 'remove')
  }
  const piece = async (key: string, offset: number, length: number): Promise<Buffer | null> => {
    const answer = await call({ method: 'GET', key, headers: { range: `bytes=${offset}-${offset + length - 1}` } })
    if (answer.status === MISSING) return null
    if (answer.status === PAST_THE_END) return Buffer.alloc(0)
    return answer.status === PARTIAL ? wholePiece(answer, offset) : answer.bytes.subarray(offset, offset + length)
  }

  async function* list(folder: string): AsyncGenerator<readonly Listed[]> {
    for await (const xml of pages(call, { 'list-type': '2', 'prefix': `${address.prefix}${folder}/` })) {
      const page = partsOf(xml, 'Contents').flatMap((each) => listed(each, address.prefix))
      if (page.length > 0) yield page
    }
  }

  return {
    place: { kind: 's3', address },
    put: async (files, mayReplace) => {
      for (let from = 0; from < files.length; from += AT_ONCE)
        await together(files.slice(from, from + AT_ONCE), (file) => put(file, mayReplace))
    },
    replace,
    putStream: (key, fill) => putInParts({ call, key, putWhole: (bytes) => put({ key, bytes }) }, fill),
    get,
    head: (key, bytes) => piece(key, 0, bytes),
    open: async (key) => {
      const first = await piece(key, 0, BLOCK_BYTES)
      return first === null ? null : inBlocks(first, (offset, length) => piece(key, offset, length))
    },
    remove,
    removeFolder: async (folder) => {
      for await (const page of list(folder))
        for (let from = 0; from < page.length; from += AT_ONCE) await together(page.slice(from, from + AT_ONCE), ({ key }) => remove(key))
    },
    list,
    folders: async (folder) => {
      const below = `${address.prefix}${folder}/`
      const names: string[] = []
      for await (const xml of pages(call, { 'list-type': '2', 'prefix': below, 'delimiter': '/' }))
        for (const each of partsOf(xml, 'CommonPrefixes')) names.push(decodedKey(valueIn(each, 'Prefix') ?? '').slice(below.length, -1))
      return names
    },
    dropDrafts: (folder, before) => dropUploads(call, address.prefix, { folder, before }),
  }
}

/** Nothing of a set goes on once one of it has failed and the caller has been told. */
async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const done = await Promise.allSettled(items.map(work))
  const failed = done.find((each) => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

const expectDone = (status: number, key: string, what: 'take' | 'remove' = 'take'): void => {
  if (status >= 300) throw new StoreUnavailable(`The store of STORE_URL does not ${what} ${key}: it answers ${status}.`)
}

/** Throws where the store answers with another piece than it was asked for. */
function wholePiece({ headers, bytes }: S3Answer, offset: number): Buffer {
  const said = /^bytes (\d+)-(\d+)\//u.exec(headers.get('content-range') ?? '')
  const isAsked = Number(said?.[1]) === offset && Number(said?.[2]) - offset + 1 === bytes.length
  if (!isAsked) throw new StoreUnavailable('The store of STORE_URL answers with another piece of a file than it was asked for.')
  return bytes
}

/** Fetches more than is asked for at once, so that a file read in small pieces is not as many calls; nothing is held between two. */
function inBlocks(first: Buffer, fetchPiece: (offset: number, length: number) => Promise<Buffer | null>): OpenFile {
  let block = { offset: 0, bytes: first }
  return {
    read: async (offset, length) => {
      const isIn = offset >= block.offset && offset + length <= block.offset + block.bytes.length
      if (!isIn) block = { offset, bytes: (await fetchPiece(offset, Math.max(length, BLOCK_BYTES))) ?? Buffer.alloc(0) }
      return block.bytes.subarray(offset - block.offset, offset - block.offset + length)
    },
    close: () => Promise.resolve(),
  }
}

async function* pages(call: CallS3, query: Readonly<Record<string, string>>): AsyncGenerator<string> {
  for (let next: string | null = ''; next !== null;) {
    const after: Readonly<Record<string, string>> = next === '' ? {} : { 'continuation-token': next }
    const { status, bytes } = await call({ method: 'GET', key: '', query: { ...query, 'encoding-type': 'url', ...after } })
    expectDone(status, 'a list of its files')
    const xml = bytes.toString('utf8')
    yield xml
    const following: string | null = valueIn(xml, 'IsTruncated') === 'true' ? valueIn(xml, 'NextContinuationToken') : null
    if (following !== null && following === next) throw new StoreUnavailable('The store of STORE_URL lists the same page again and again.')
    next = following
  }
}

const decodedKey = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

function listed(xml: string, prefix: string): readonly Listed[] {
  const key = decodedKey(valueIn(xml, 'Key') ?? '')
  const writtenAt = Date.parse(valueIn(xml, 'LastModified') ?? '')
  return key.startsWith(prefix) && !Number.isNaN(writtenAt) ? [{ key: key.slice(prefix.length), writtenAt }] : []
}

type Dropped = Readonly<{ folder: string; before: number }>

/** Ends uploads in parts that nobody goes on with. A store that cannot list them is told by its own rules how long it keeps them. */
async function dropUploads(call: CallS3, prefix: string, { folder, before }: Dropped): Promise<void> {
  const query = { 'uploads': '', 'prefix': `${prefix}${folder}/`, 'encoding-type': 'url' }
  let marker: Readonly<Record<string, string>> | null = {}
  while (marker !== null) {
    const answer = await call({ method: 'GET', key: '', query: { ...query, ...marker } })
    if (answer.status === NOT_IMPLEMENTED) return
    const xml = answer.bytes.toString('utf8')
    for (const each of partsOf(xml, 'Upload')) {
      const key = decodedKey(valueIn(each, 'Key') ?? '')
      const uploadId = valueIn(each, 'UploadId')
      const begun = Date.parse(valueIn(each, 'Initiated') ?? '')
      if (key.startsWith(prefix) && uploadId !== null && begun < before)
        await call({ method: 'DELETE', key: key.slice(prefix.length), query: { uploadId } })
    }
    marker = nextUploads(xml, marker)
  }
}

/** The place of the next page of uploads; null after the last one. */
function nextUploads(xml: string, marker: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null {
  if (valueIn(xml, 'IsTruncated') !== 'true') return null
  const next = {
    'key-marker': decodedKey(valueIn(xml, 'NextKeyMarker') ?? ''),
    'upload-id-marker': valueIn(xml, 'NextUploadIdMarker') ?? '',
  }
  const isSame = marker['key-marker'] === next['key-marker'] && marker['upload-id-marker'] === next['upload-id-marker']
  if (isSame) throw new StoreUnavailable('The store of STORE_URL lists the same uploads again and again.')
  return next
}
