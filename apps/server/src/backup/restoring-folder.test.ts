import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectNoUnfinishedRestore, fillFolder } from './restoring-folder.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'rueda-restoring-'))
  folder = join(parent, 'house')
})
afterEach(() => rmSync(parent, { recursive: true }))

const write = (path: string, content = 'mine'): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}

/** What a restore brings: two folders and a file. */
const house = (draft: string): Promise<string> => {
  write(join(draft, 'files', 'picture'), 'a picture')
  write(join(draft, 'vault', 'keys.json'), 'keys')
  write(join(draft, 'postgres.log'), 'log')
  return Promise.resolve('restored')
}
const HOUSE = ['files', 'postgres.log', 'vault']

/** Leaves the folder as a crash in the middle of the work does. */
async function cutOff(): Promise<void> {
  await fillFolder(join(parent, 'other'), async (draft) => {
    await house(draft)
    cpSync(join(parent, 'other'), folder, { recursive: true })
    rmSync(join(folder, 'server.lock'))
  })
}

/** Leaves the folder as a crash after the first of the moves does. */
async function cutOffAmongMoves(): Promise<void> {
  await cutOff()
  const marker = join(folder, 'restoring', 'rueda-restore.json')
  const content = JSON.parse(readFileSync(marker, 'utf8')) as object
  writeFileSync(marker, JSON.stringify({ ...content, brings: HOUSE }))
  renameSync(join(folder, 'restoring', 'files'), join(folder, 'files'))
}

describe('a folder that holds something called restoring', () => {
  it.each<[string, () => void]>([
    ['an empty folder', () => mkdirSync(join(folder, 'restoring'))],
    ['a folder of somebody else', () => write(join(folder, 'restoring', 'letter.txt'))],
    ['a file', () => write(join(folder, 'restoring'))],
    ['a marker of somebody else', () => write(join(folder, 'restoring', 'rueda-restore.json'), '{"brings":["precious.txt"]}')],
  ])('as %s keeps what lies beside it', async (_, make) => {
    write(join(folder, 'precious.txt'))
    make()
    await expect(fillFolder(folder, house)).rejects.toThrow('holds data already')
    expect(readFileSync(join(folder, 'precious.txt'), 'utf8')).toBe('mine')
    expect(readdirSync(folder).toSorted()).toEqual(['precious.txt', 'restoring'])
  })

  it('keeps it where a restore was cut off and somebody put a file there since', async () => {
    await cutOffAmongMoves()
    write(join(folder, 'precious.txt'))
    await expect(fillFolder(folder, house)).rejects.toThrow('holds data already (precious.txt)')
    expect(readFileSync(join(folder, 'precious.txt'), 'utf8')).toBe('mine')
    expect(existsSync(join(folder, 'files', 'picture'))).toBe(true)
  })

  it('that no restore made is named when a server starts', () => {
    write(join(folder, 'restoring', 'letter.txt'))
    expect(() => expectNoUnfinishedRestore(folder)).toThrow('is where a restore works, and no restore made it')
  })
})

describe('a restore that was cut off', () => {
  it.each([
    ['while it worked', cutOff],
    ['among its moves', cutOffAmongMoves],
  ])('%s keeps servers away, and begins again', async (_, leave) => {
    await leave()
    expect(() => expectNoUnfinishedRestore(folder)).toThrow('was cut off before it was whole')
    expect(await fillFolder(folder, house)).toBe('restored')
    expect(readdirSync(folder).toSorted()).toEqual(HOUSE)
    expect(() => expectNoUnfinishedRestore(folder)).not.toThrow()
  })
})

it.each<[string, () => void]>([
  ['before it was marked', () => mkdirSync(join(folder, 'restoring'), { recursive: true })],
  ['while it was marked', () => write(join(folder, 'restoring', 'rueda-restore.json.partial'), '{')],
])('a restore that was cut off %s begins again, and keeps no server away', async (_, leave) => {
  leave()
  expect(() => expectNoUnfinishedRestore(folder)).not.toThrow()
  expect(await fillFolder(folder, house)).toBe('restored')
  expect(readdirSync(folder).toSorted()).toEqual(HOUSE)
})

describe('a restore that fails', () => {
  it('leaves nothing behind', async () => {
    const failing = async (draft: string): Promise<never> => {
      await house(draft)
      throw new Error('the books could not be read')
    }
    await expect(fillFolder(folder, failing)).rejects.toThrow('the books could not be read')
    expect(readdirSync(folder)).toEqual([])
  })

  it('over a name that somebody took meanwhile leaves that alone', async () => {
    const taken = async (draft: string): Promise<string> => {
      write(join(folder, 'postgres.log'), 'another log')
      return house(draft)
    }
    await expect(fillFolder(folder, taken)).rejects.toThrow('holds data already (postgres.log)')
    expect(readdirSync(folder)).toEqual(['postgres.log'])
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toBe('another log')
  })
})
