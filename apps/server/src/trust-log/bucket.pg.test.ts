import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { consistencyProof, hashesOfLeaves, leafHash, verifyConsistency } from '@rueda/proof/merkle.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openS3Store } from '../storage/s3-store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { readAll } from '../testing/log-reader.ts'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { logOfTest } from '../testing/started-log.ts'
import { logFolder } from './log-folder.ts'
import type { SignedCheckpoint, TrustLog } from './log.ts'

/**
 * The public log in a bucket, with each request of a checkpoint failing in turn and in every way (`docs/rules/proof.md` P.21): what was signed stays what it was,
 * and the log goes on with one tree once the bucket answers.
 */
const { pool, dataFolder, started } = logOfTest()
const ONCE = { tries: 1, tryMs: 10_000, pauseMs: 1 }
let server: S3Server
beforeEach(async () => {
  server = await startS3Server({ prefix: 'house/' })
})
afterEach(() => server.stop())

const open = (): Promise<TrustLog> => started({ files: openS3Store(server.address, ONCE) })
const moved = (sequence: number): Promise<unknown> =>
  pool().query(
    `insert into account_states (account_id, sequence, head) values (1, $1, $2)
     on conflict (account_id) do update set sequence = excluded.sequence, head = excluded.head`,
    [sequence, randomBytes(32)],
  )

async function continues(log: TrustLog, { size: oldSize, root: oldRoot }: SignedCheckpoint): Promise<boolean> {
  const { size, root, entries } = await readAll(log)
  const proof = oldSize === size ? [] : consistencyProof({ oldSize, size }, hashesOfLeaves(entries.map(leafHash)))
  return verifyConsistency({ oldSize, size, oldRoot, root, proof })
}

it('lies there as it would in the folder, of which nothing is used', async () => {
  const log = await open()
  await log.checkpoint()
  expect([...server.objects.keys()]).toEqual(expect.arrayContaining(['house/trust/1/checkpoint', 'house/trust/1/tile/0/000.p/2']))
  expect(existsSync(logFolder(dataFolder(), 1))).toBe(false)
  expect((await readAll(log)).size).toBe(2)
})

it('a server that stood still with its files in hand wakes up behind its successor, and replaces nothing of it', async () => {
  const begun = await (await open()).checkpoint()
  if (begun === null) throw new Error('the log did not begin')
  await moved(1)
  const [reached, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const bucket = openS3Store(server.address, ONCE)
  const stalled = await started({
    files: {
      ...bucket,
      put: async (files, mayReplace) => {
        reached.resolve()
        await woken.promise
        return bucket.put(files, mayReplace)
      },
    },
  })
  const late = stalled.checkpoint()
  await reached.promise
  await pool().query('update leadership set epoch = epoch + 1')
  await moved(2)
  const successor = await open()
  const signed = await successor.checkpoint()
  if (signed === null) throw new Error('nothing was said')
  const before = new Map([...server.objects].map(([key, { bytes }]) => [key, bytes]))
  woken.resolve()
  await expect(late).rejects.toThrow('another server leads')
  expect(new Map([...server.objects].map(([key, { bytes }]) => [key, bytes]))).toEqual(before)
  // A batch of heads is filled up to sixteen, so both had files of the same names to write.
  expect(signed.size).toBe(begun.size + 16)
  expect(await continues(await open(), begun)).toBe(true)
})

it.each(['error', 'lost', 'half', 'cut'] as const)('%s at any request of a checkpoint: one tree, which goes on', async (kind) => {
  let last = await (await open()).checkpoint()
  if (last === null) throw new Error('the log did not begin')
  let sequence = 0
  let failed = 0
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const log = await open()
    await moved((sequence += 1))
    isOver = true
    server.failing(({ nth }) => {
      if (nth !== at) return null
      isOver = false
      return kind === 'error' ? { kind, status: 503, code: 'SlowDown' } : { kind }
    })
    const signed: unknown = await log.checkpoint().catch((error: unknown) => error)
    server.failing(null)
    if (signed instanceof Error) {
      failed += 1
      expect(signed).toBeInstanceOf(StoreUnavailable)
    }
    // More happens meanwhile; the one that goes on is the same server or its successor, in turn.
    await moved((sequence += 1))
    const next = at % 2 === 0 ? log : await open()
    await next.checkpoint()
    expect(await continues(next, last)).toBe(true)
    last = next.newest() ?? last
  }
  expect(failed).toBeGreaterThan(0)
})
