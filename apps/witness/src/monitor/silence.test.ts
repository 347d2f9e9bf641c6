import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Memory, openMemory } from './memory.ts'
import { noteGrowth, noteLiabilities, silences } from './silence.ts'

/** What a monitor notices of a log that says less than it should. */
const HOUR_MS = 3_600_000
const BEGAN = Date.UTC(2026, 2, 11)

let folder: string
let memory: Memory
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-silence-'))
  memory = openMemory(folder)
})
afterEach(() => {
  memory.close()
  rmSync(folder, { recursive: true })
})

it('a log that was never read, or has grown within three hours, is not silent', () => {
  expect(silences(memory, BEGAN)).toEqual([])
  noteGrowth(memory, BEGAN)
  expect(silences(memory, BEGAN + 3 * HOUR_MS)).toEqual([])
  expect(silences(memory, BEGAN + 3 * HOUR_MS + 1)).toEqual([
    'The log has said nothing since 2026-03-11T00:00:00.000Z, although an hour without anything else to say is said in it.',
  ])
  noteGrowth(memory, BEGAN + 4 * HOUR_MS)
  expect(silences(memory, BEGAN + 4 * HOUR_MS)).toEqual([])
})

it('an asset whose night is missing is named, and no other', () => {
  noteLiabilities(memory, 'USD', BEGAN)
  noteLiabilities(memory, 'US:ARDV', BEGAN + 24 * HOUR_MS)
  expect(silences(memory, BEGAN + 36 * HOUR_MS)).toEqual([])
  expect(silences(memory, BEGAN + 37 * HOUR_MS)).toEqual([
    'What is owed in USD was last told at 2026-03-11T00:00:00.000Z, although every night of the house tells it.',
  ])
})

it('a night of a moment that is still to come is named, since it would never be missed', () => {
  noteLiabilities(memory, 'USD', BEGAN + HOUR_MS)
  expect(silences(memory, BEGAN)).toEqual([])
  noteLiabilities(memory, 'USD', BEGAN + HOUR_MS + 1)
  expect(silences(memory, BEGAN)).toEqual(['What is owed in USD was told at 2026-03-11T01:00:00.001Z, which is still to come.'])
})
