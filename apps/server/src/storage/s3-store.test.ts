import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { openS3Store } from './s3-store.ts'
import { PART_BYTES } from './s3-parts.ts'
import { type FileStore, StoreUnavailable } from './store.ts'

/** A store in a bucket, against a server that checks every signature: what fails, is lost or comes twice leaves no half file and no wrong one. */
const HASTY = { tries: 3, tryMs: 10_000, pauseMs: 1 }
/** For what is never answered. */
const IMPATIENT = { ...HASTY, tryMs: 200 }
const KEY = 'files/ab/one'
const CONTENT = Buffer.from('sealed')
let server: S3Server
let store: FileStore
beforeEach(async () => {
  server = await startS3Server()
  store = openS3Store(server.address, HASTY)
})
afterEach(() => server.stop())

const put = (bytes: Uint8Array = CONTENT, key = KEY) => store.put([{ key, bytes }])
const all = async (folder: string): Promise<string[]> => {
  const found: string[] = []
  for await (const page of store.list(folder)) found.push(...page.map(({ key }) => key))
  return found
}

it('refuses with a sentence where nobody answers, the key is wrong or there is no bucket, and never says the secret', async () => {
  const why = (differs: object) => openS3Store({ ...server.address, ...differs }, HASTY).get(KEY)
  await expect(why({ secretAccessKey: 'another' })).rejects.toThrow('refuses the key: SignatureDoesNotMatch')
  await expect(why({ accessKeyId: 'nobody' })).rejects.toThrow('refuses the key: InvalidAccessKeyId')
  await expect(why({ region: 'north-1' })).rejects.toThrow('is not of the region north-1')
  await expect(why({ bucket: 'nothing' })).rejects.toThrow('has no bucket nothing')
  await server.goAway()
  const refusal: unknown = await why({}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreUnavailable)
  expect(String(refusal)).toContain('cannot be reached: connect ECONNREFUSED')
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain(server.address.secretAccessKey)
  await server.comeBack()
  expect(await store.get(KEY)).toBeNull()
})

it('a request that is not signed is not carried out: the server of these tests holds every other one to its signature', async () => {
  const answer = await fetch(`${server.address.endpoint}/rueda/${KEY}`, { method: 'PUT', body: 'planted' })
  expect(answer.status).toBe(403)
  expect(server.objects.size).toBe(0)
})

it('gives back what was put, from the front, in pieces and whole, and nothing where there is none', async () => {
  const bytes = randomBytes(3_000_000)
  await put(bytes)
  expect((await store.get(KEY))?.equals(bytes)).toBe(true)
  expect(await store.head(KEY, 16)).toEqual(bytes.subarray(0, 16))
  const file = await store.open(KEY)
  if (file === null) throw new Error('no file')
  const asked = server.asked.length
  expect(await file.read(5, 100)).toEqual(bytes.subarray(5, 105))
  expect(server.asked.length).toBe(asked)
  expect(await file.read(1_048_570, 100)).toEqual(bytes.subarray(1_048_570, 1_048_670))
  expect(await file.read(2_999_990, 100)).toEqual(bytes.subarray(2_999_990))
  expect(await file.read(3_000_000, 100)).toEqual(Buffer.alloc(0))
  for (const none of [store.get('files/ab/none'), store.head('files/ab/none', 1), store.open('files/ab/none')])
    expect(await none).toBeNull()
  await store.remove(KEY)
  expect(await store.get(KEY)).toBeNull()
  await store.remove(KEY)
})

describe('an answer that does not come as it should', () => {
  it('is asked for again where that may pass: an error of the store, half an answer, none', async () => {
    await put()
    const impatient = openS3Store(server.address, IMPATIENT)
    for (const fault of [
      { kind: 'error', status: 500, code: 'InternalError' },
      { kind: 'error', status: 503, code: 'SlowDown' },
      { kind: 'cut' },
      { kind: 'silent' },
      { kind: 'lost' },
    ] as const) {
      server.failing(({ nth }) => (nth === 1 ? fault : null))
      expect(await impatient.get(KEY), JSON.stringify(fault)).toEqual(CONTENT)
      server.failing(() => fault)
      await expect(impatient.get(KEY), JSON.stringify(fault)).rejects.toBeInstanceOf(StoreUnavailable)
    }
  })

  it('is no file that is missing: only the store itself says so', async () => {
    await put()
    server.failing(() => ({ kind: 'error', status: 404, code: 'NoSuchBucket' }))
    await expect(store.get(KEY)).rejects.toThrow('has no bucket')
    server.failing(() => ({ kind: 'error', status: 403, code: 'AccessDenied' }))
    await expect(store.get(KEY)).rejects.toThrow('refuses the key')
  })

  it('a put that happened and was not answered is done once and counts as done', async () => {
    server.failing(({ method, nth }) => (method === 'PUT' && nth === 1 ? { kind: 'lost' } : null))
    await put()
    expect(server.objects.get(KEY)?.bytes).toEqual(CONTENT)
    expect(server.objects.size).toBe(1)
  })

  it('a put that is broken off leaves nothing, and the next one is whole', async () => {
    const bytes = randomBytes(2_000_000)
    server.failing(({ method }) => (method === 'PUT' ? { kind: 'half' } : null))
    await expect(put(bytes)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(server.objects.size).toBe(0)
    server.failing(null)
    await put(bytes)
    expect((await store.get(KEY))?.equals(bytes)).toBe(true)
  })
})

it('what an attempt that was given up left is displaced, and what of it still comes is refused', async () => {
  await put(Buffer.from('of an attempt that was given up'))
  await put()
  expect(await store.get(KEY)).toEqual(CONTENT)
  // The store displaced it by a write on condition: one that arrives late has the same condition and finds something there.
  const before = server.asked.filter((line) => line.startsWith('PUT')).length
  const late = openS3Store(server.address, { ...IMPATIENT, tries: 1 })
  server.failing(({ method }) => (method === 'GET' ? { kind: 'silent' } : null))
  await expect(late.put([{ key: KEY, bytes: Buffer.from('late') }])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(server.objects.get(KEY)?.bytes).toEqual(CONTENT)
  expect(server.asked.filter((line) => line.startsWith('PUT')).length).toBe(before + 1)
})

it('works with a store that knows no conditions', async () => {
  const plain = await startS3Server({ knowsConditions: false })
  const other = openS3Store(plain.address, HASTY)
  await other.put([{ key: KEY, bytes: Buffer.from('given up') }])
  await other.put([{ key: KEY, bytes: CONTENT }])
  expect(await other.get(KEY)).toEqual(CONTENT)
  await plain.stop()
})

it('replaces whole: whoever reads meanwhile gets the one or the other', async () => {
  const versions = [randomBytes(500_000), randomBytes(500_000)]
  await put(versions[0])
  const others = [openS3Store(server.address), openS3Store(server.address)]
  const reading = others.flatMap((other) => Array.from({ length: 20 }, () => other.get(KEY)))
  for (let turn = 1; turn <= 20; turn += 1) await store.replace({ key: KEY, bytes: versions[turn % 2] ?? CONTENT })
  for (const read of await Promise.all(reading)) expect(versions.some((version) => read?.equals(version))).toBe(true)
})

describe('a file whose length nobody knows', () => {
  const CHUNK = randomBytes(1_000_000)
  const stream = (chunks: number) =>
    store.putStream(KEY, async (write) => {
      for (let at = 0; at < chunks; at += 1) await write(CHUNK)
      return chunks
    })
  const MANY = Math.ceil((2.5 * PART_BYTES) / CHUNK.length)
  const whole = (chunks: number): Buffer => Buffer.concat(Array.from({ length: chunks }, () => CHUNK))

  it('is one call where it is short, and parts where it is long, which nobody sees before the last', async () => {
    expect(await stream(2)).toBe(2)
    expect(server.asked).toHaveLength(1)
    await store.remove(KEY)
    server.failing(({ method, key }) => {
      if (method === 'PUT') expect(server.objects.has(key)).toBe(false)
      return null
    })
    await stream(MANY)
    expect((await store.get(KEY))?.equals(whole(MANY))).toBe(true)
    expect(server.uploads.size).toBe(0)
  })

  it('an error in the middle, or of whoever fills it, leaves neither a file nor its parts', async () => {
    server.failing(({ method, nth }) => (method === 'PUT' && nth > 2 ? { kind: 'error', status: 500, code: 'InternalError' } : null))
    await expect(stream(MANY)).rejects.toBeInstanceOf(StoreUnavailable)
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
    server.failing(null)
    const broken = store.putStream(KEY, async (write) => {
      await write(whole(9))
      throw new Error('the rows could not be read')
    })
    await expect(broken).rejects.toThrow('the rows could not be read')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  it('counts as put where the last answer was lost', async () => {
    server.failing(({ method, nth }) => (method === 'POST' && nth > 1 && server.objects.size === 0 ? { kind: 'lost' } : null))
    await stream(MANY)
    expect((await store.get(KEY))?.equals(whole(MANY))).toBe(true)
  })

  it('is not put where the store takes the last call and does not say that it has put the parts together', async () => {
    server.failing(({ method, nth }) =>
      method === 'POST' && nth > 1 ? { kind: 'answer', body: '<Error><Message>later</Message></Error>' } : null,
    )
    await expect(stream(MANY)).rejects.toBeInstanceOf(StoreUnavailable)
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  it('what a process left that was killed in the middle is dropped after its time', async () => {
    server.failing(({ method, nth }) =>
      method === 'DELETE' || (method === 'PUT' && nth > 2) ? { kind: 'error', status: 500, code: 'InternalError' } : null,
    )
    await expect(stream(MANY)).rejects.toBeInstanceOf(StoreUnavailable)
    server.failing(null)
    expect(server.uploads.size).toBe(1)
    await store.dropDrafts('files', Date.now() - 60_000)
    expect(server.uploads.size).toBe(1)
    await store.dropDrafts('trust', Date.now() + 60_000)
    expect(server.uploads.size).toBe(1)
    await store.dropDrafts('files', Date.now() + 60_000)
    expect(server.uploads.size).toBe(0)
  })
})

it('drops what processes left page after page', async () => {
  const small = await startS3Server({ pageSize: 2 })
  const mine = openS3Store(small.address, HASTY)
  for (let at = 0; at < 5; at += 1) small.uploads.set(`upload-${at}`, { key: `files/ab/${at}`, begun: 0, parts: new Map() })
  await mine.dropDrafts('files', Date.now())
  expect(small.uploads.size).toBe(0)
  await small.stop()
})

it('fails where a store lists the same page again and again', async () => {
  const again = '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken></ListBucketResult>'
  server.failing(({ method, key }) => (method === 'GET' && key === '' ? { kind: 'answer', body: again } : null))
  await expect(all('files')).rejects.toBeInstanceOf(StoreUnavailable)
})

it('fails where a store does not remove what it is told to', async () => {
  await put()
  server.failing(({ method }) => (method === 'DELETE' ? { kind: 'error', status: 412, code: 'PreconditionFailed' } : null))
  await expect(store.remove(KEY)).rejects.toThrow('does not remove')
  server.failing(null)
  await store.remove(KEY)
  await store.remove(KEY)
})

it('lists page after page below its own folder of the bucket, with folders and times', async () => {
  const small = await startS3Server({ pageSize: 3, prefix: 'house-a/' })
  const mine = openS3Store(small.address, HASTY)
  const other = openS3Store({ ...small.address, prefix: 'house-b/' }, HASTY)
  const keys = Array.from({ length: 8 }, (_, at) => `trust/${at % 2}/tile/0/00${at}`)
  await mine.put(keys.map((key) => ({ key, bytes: CONTENT })))
  await other.put([{ key: 'trust/7/checkpoint', bytes: CONTENT }])
  const found: string[] = []
  for await (const page of mine.list('trust')) {
    expect(page.length).toBeLessThanOrEqual(3)
    for (const { key, writtenAt } of page) {
      found.push(key)
      expect(Math.abs(writtenAt - Date.now())).toBeLessThan(3_600_000)
    }
  }
  expect(found.toSorted()).toEqual(keys.toSorted())
  expect(await mine.folders('trust')).toEqual(['0', '1'])
  await mine.removeFolder('trust/0')
  expect(await mine.folders('trust')).toEqual(['1'])
  expect(await other.get('trust/7/checkpoint')).toEqual(CONTENT)
  await small.stop()
  expect(await all('files')).toEqual([])
})
