import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paddingBytes } from '@rueda/proof/head.ts'
import { EMPTY_EDGE } from '@rueda/proof/merkle.ts'
import { expect, it } from 'vitest'
import { openFolderStore } from '../storage/folder-store.ts'
import { growBy, growthOf } from './growth.ts'

/** More heads than are worked out beside everything else. */
const MANY = 1_100
/** A log that begins has no file to read. */
const EMPTY_FOLDER = join(tmpdir(), 'rueda-test-empty-log')

const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest())

it('many heads in a thread of their own give the tree and the places that they give here', async () => {
  const heads = Array.from({ length: MANY }, (_, at) => ({ sequence: at * 3, key: hash(`key ${at}`), head: hash(`head ${at}`) }))
  const padding = new Uint8Array(
    createHash('shake256', { outputLength: paddingBytes(MANY) })
      .update('padding')
      .digest(),
  )
  const addition = { edge: EMPTY_EDGE, lines: ['{"kind":"alive"}'], heads, padding }
  const here = await growBy(addition, { read: () => Promise.resolve(null) })
  const beside = await growthOf(addition, openFolderStore(EMPTY_FOLDER), 'trust/1')
  expect(beside.places).toEqual(here.places)
  expect(new Set(beside.places).size).toBe(MANY)
  expect(Buffer.from(beside.root).toString('hex')).toBe(Buffer.from(here.root).toString('hex'))
  expect(beside.edge.size).toBe(here.edge.size)
  expect(beside.files.map(({ path }) => path)).toEqual(here.files.map(({ path }) => path))
})
