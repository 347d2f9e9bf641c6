import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signCheckpoint } from './checkpoint.ts'
import { cosignatureVerifier, cosignerKey } from './cosignature.ts'
import { EMPTY_ROOT, consistencyProof, hashesOfLeaves, rootOf } from './merkle.ts'
import { noteVerifier, openNote } from './note.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN, WITNESS, checkpointOf, textOf } from './testing/log.ts'
import { leavesOf } from './testing/shapes.ts'
import {
  type WitnessAnswer,
  type WitnessedCheckpoint,
  answerAddCheckpoint,
  formatAddCheckpoint,
  monitoringPath,
  originOf,
} from './witness.ts'

const leaves = leavesOf(64)
const hashes = hashesOfLeaves(leaves)
const SECONDS = 1_800_000_000
const knows = { logKeys: [LOG_KEY], signer: WITNESS, seconds: SECONDS }

const requestOf = (oldSize: number, size: number): string =>
  formatAddCheckpoint({ oldSize, proof: consistencyProof({ oldSize, size }, hashes), checkpoint: checkpointOf(leaves, size) })
const lastOf = (size: number): WitnessedCheckpoint => ({ size, root: rootOf(size, hashes), note: '' })
const answer = (body: string, last: WitnessedCheckpoint | null = null, more = {}): WitnessAnswer =>
  answerAddCheckpoint(body, { ...knows, last, ...more })

describe('200', () => {
  test('a first checkpoint is cosigned and kept with the signatures of the log and of the witness', () => {
    const told = answer(requestOf(0, 5))
    if (told.status !== 200) throw new Error(told.body)
    const verifiers = [noteVerifier(LOG_KEY), cosignatureVerifier(cosignerKey(WITNESS))]
    const kept = openNote(told.keep.note, verifiers)
    expect(kept.ok && kept.value.signatures.map(({ name }) => name)).toEqual([ORIGIN, WITNESS.name])
    expect(openNote(checkpointOf(leaves, 5) + told.body, verifiers).ok).toBe(true)
    expect(told.keep).toMatchObject({ size: 5, root: rootOf(5, hashes) })
  })

  test('signatures of others are not kept', () => {
    const stranger = signCheckpoint({ origin: ORIGIN, size: 5, root: rootOf(5, hashes), extensions: [] }, [
      new Uint8Array(32).fill(7),
      LOG_SECRET,
    ])
    const told = answer(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: stranger }))
    expect(told.status === 200 && told.keep.note.match(/^— /gmu)).toHaveLength(2)
  })

  test('a line that somebody repeats as often as a note bears is kept once, so that what is kept can be read again', () => {
    const checkpoint = checkpointOf(leaves, 5)
    const line = checkpoint.slice(textOf(checkpoint).length + 1)
    const told = answer(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: checkpoint + line.repeat(99) }))
    if (told.status !== 200) throw new Error(told.body)
    expect(told.keep.note.match(/^— /gmu)).toHaveLength(2)
    expect(openNote(told.keep.note, [noteVerifier(LOG_KEY)]).ok).toBe(true)
  })

  test('the same checkpoint again is cosigned again, an empty one too', () => {
    expect(answer(requestOf(5, 5), lastOf(5)).status).toBe(200)
    expect(answer(requestOf(0, 0)).status).toBe(200)
  })

  test('a log that grows is followed through every size', () => {
    const grown = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 5 })
    fc.assert(
      fc.property(grown, (steps) => {
        let last: WitnessedCheckpoint | null = null
        for (const step of steps) {
          const told: WitnessAnswer = answer(requestOf(last?.size ?? 0, (last?.size ?? 0) + step), last)
          if (told.status !== 200) throw new Error(told.body)
          last = told.keep
        }
      }),
      { numRuns: 20 },
    )
  })
})

test('404: a log it does not know', () => {
  expect(answer(requestOf(0, 5), null, { logKeys: null }).status).toBe(404)
})

test.each([
  ['no known key signed', requestOf(0, 5), { logKeys: [{ ...LOG_KEY, id: 7 }] }],
  ['a known key’s signature is wrong', requestOf(0, 5).replace('\n5\n', '\n6\n'), {}],
])('403: %s', (_, body, more) => {
  expect(answer(body, null, more).status).toBe(403)
})

describe('409', () => {
  test.each([
    ['a log that nobody cosigned yet', requestOf(3, 5), null, '0\n'],
    ['an older state', requestOf(3, 9), lastOf(5), '5\n'],
    ['a newer state than the witness has', requestOf(7, 9), lastOf(5), '5\n'],
    ['a rollback that says the truth about its size', requestOf(3, 4), lastOf(5), '5\n'],
    ['nothing, to be told the size', requestOf(0, 5), lastOf(5), '5\n'],
  ])('the request begins at %s', (_, body, last, size) => {
    expect(answer(body, last)).toEqual({ status: 409, body: size, contentType: 'text/x.tlog.size' })
  })
})

describe('422', () => {
  const forged = leaves.with(2, EMPTY_ROOT)

  test('another history behind the same size, or the same beginning', () => {
    const fork = (oldSize: number, size: number): string =>
      formatAddCheckpoint({
        oldSize,
        proof: consistencyProof({ oldSize, size }, hashesOfLeaves(forged)),
        checkpoint: checkpointOf(forged, size),
      })
    expect(answer(fork(5, 5), lastOf(5))).toMatchObject({ status: 422, isFork: true })
    // The proof may be wrong by mistake: only two roots of one size prove anything.
    expect(answer(fork(5, 9), lastOf(5))).toMatchObject({ status: 422, isFork: false })
  })

  test('a proof that is wrong, too short, too long, or where none is due', () => {
    const proof = consistencyProof({ oldSize: 5, size: 9 }, hashes)
    const checkpoint = checkpointOf(leaves, 9)
    for (const wrong of [[], proof.slice(1), [...proof, EMPTY_ROOT], proof.with(0, EMPTY_ROOT)]) {
      expect(answer(formatAddCheckpoint({ oldSize: 5, proof: wrong, checkpoint }), lastOf(5)).status).toBe(422)
    }
    expect(answer(formatAddCheckpoint({ oldSize: 0, proof, checkpoint })).status).toBe(422)
    expect(answer(formatAddCheckpoint({ oldSize: 9, proof, checkpoint }), lastOf(9)).status).toBe(422)
  })

  test('an empty tree with a root of its own', () => {
    const checkpoint = signCheckpoint({ origin: ORIGIN, size: 0, root: new Uint8Array(32), extensions: [] }, [LOG_SECRET])
    expect(answer(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint })).status).toBe(422)
  })
})

test.each([
  ['nothing', ''],
  ['no old size', requestOf(0, 5).replace('old 0\n', '')],
  ['an old size with a leading zero', requestOf(0, 5).replace('old 0', 'old 00')],
  ['an old size below nothing', requestOf(0, 5).replace('old 0', 'old -1')],
  ['an old size above the new one', requestOf(5, 9).replace('old 5', 'old 10')],
  ['a proof that is no base 64', requestOf(0, 5).replace('old 0\n', 'old 0\n*\n')],
  ['64 hashes', formatAddCheckpoint({ oldSize: 0, proof: leaves, checkpoint: checkpointOf(leaves, 5) })],
  ['a checkpoint without a signature', `old 0\n\n${textOf(checkpointOf(leaves, 5))}`],
  ['a note that is no checkpoint', 'old 0\n\nhello\n\n— log.example AAAAAAA=\n'],
])('400: %s', (_, body) => {
  expect(answer(body, lastOf(5)).status).toBe(400)
})

test('63 hashes are read, and refused for what they are', () => {
  expect(answer(formatAddCheckpoint({ oldSize: 5, proof: leaves.slice(1), checkpoint: checkpointOf(leaves, 9) }), lastOf(5)).status).toBe(
    422,
  )
})

test('a request says which log it is of, and the log has an address of its own', () => {
  expect(originOf(requestOf(0, 5))).toBe(ORIGIN)
  expect(originOf('old 0\n\nhello\n')).toBeNull()
  expect(monitoringPath('example.com/behind-the-sofa')).toMatch(/^[0-9a-f]{64}\/checkpoint$/u)
})
