import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { consistencyProof, hashesOfLeaves, leafHash, verifyConsistency } from '@rueda/proof/merkle.ts'
import { expect, it } from 'vitest'
import { readAll } from '../testing/log-reader.ts'
import { logOfTest } from '../testing/started-log.ts'
import { logFolder } from './log-folder.ts'
import type { SignedCheckpoint, TrustLog } from './log.ts'

/**
 * A disk without room, at each of the files that a checkpoint writes (`docs/rules/proof.md` P.21): what was said stays what it was, and goes on once
 * there is room. A file that leads to the device of this name is refused its bytes as a full disk refuses them; only Linux has one.
 */
const NO_ROOM = '/dev/full'
const { pool, dataFolder, started } = logOfTest()
const moved = (sequence: number): Promise<unknown> =>
  pool().query(
    `insert into account_states (account_id, sequence, head) values (1, $1, $2)
     on conflict (account_id) do update set sequence = excluded.sequence, head = excluded.head`,
    [sequence, randomBytes(32)],
  )

/** Leaves no room for the next file that is written at this path of the log; what of it failed is taken away, and so is this. */
function withoutRoomFor(path: string): void {
  const draft = join(logFolder(dataFolder(), 1), `${path}.${process.pid}.draft`)
  mkdirSync(dirname(draft), { recursive: true })
  symlinkSync(NO_ROOM, draft)
}

/** Whether everything that the log shows begins with what was signed before. */
async function continues(log: TrustLog, { size: oldSize, root: oldRoot }: SignedCheckpoint): Promise<boolean> {
  const { size, root, entries } = await readAll(log)
  const proof = oldSize === size ? [] : consistencyProof({ oldSize, size }, hashesOfLeaves(entries.map(leafHash)))
  return verifyConsistency({ oldSize, size, oldRoot, root, proof })
}

const KEYS = 2
const HEADS = 16
const FILES = [`tile/0/000.p/${KEYS + HEADS}`, `tile/entries/000.p/${KEYS + HEADS}`, 'checkpoint']

it.skipIf(!existsSync(NO_ROOM)).each(FILES)('no room for %s: what was signed stays, and goes on once there is room', async (path) => {
  const log = await started()
  const before = await log.checkpoint()
  if (before === null) throw new Error('the log did not begin')
  await moved(1)
  withoutRoomFor(path)
  await expect(log.checkpoint()).rejects.toThrow('ENOSPC')
  expect(log.newest()).toEqual(before)
  expect((await readAll(log)).size).toBe(KEYS)
  // More happens meanwhile, and it is tried again without room.
  await moved(2)
  withoutRoomFor(path)
  await expect(log.checkpoint()).rejects.toThrow('ENOSPC')
  await log.checkpoint()
  expect((await readAll(log)).size).toBeGreaterThan(KEYS)
  expect(await continues(log, before)).toBe(true)
  expect(await continues(await started(), before)).toBe(true)
})

it.skipIf(!existsSync(NO_ROOM))('a start without room for the checkpoint that was committed fails, and the next one signs it', async () => {
  const log = await started()
  const before = await log.checkpoint()
  if (before === null) throw new Error('the log did not begin')
  await moved(1)
  withoutRoomFor('checkpoint')
  await expect(log.checkpoint()).rejects.toThrow('ENOSPC')
  withoutRoomFor('checkpoint')
  await expect(started()).rejects.toThrow('ENOSPC')
  const next = await started()
  expect(next.newest()?.size).toBe(KEYS + HEADS)
  expect(await continues(next, before)).toBe(true)
})
