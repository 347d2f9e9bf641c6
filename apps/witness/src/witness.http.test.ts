import { readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { consistencyProof, hashesOfLeaves, rootOf } from '@rueda/proof/merkle.ts'
import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { cosignatureVerifier } from '@rueda/proof/cosignature.ts'
import { type VerifiedNote, noteKey, noteVerifier, openNote } from '@rueda/proof/note.ts'
import { LOG_KEY, ORIGIN, checkpointOf } from '@rueda/proof/testing/log.ts'
import { formatAddCheckpoint, monitoringPath } from '@rueda/proof/witness.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { forged, leaves, requestOf } from './testing/requests.ts'
import { NAME, type Place, type WitnessProcess, newPlaceFor, startWitness, submit, witnessFixture } from './testing/witness-process.ts'
import { checkpointPath } from './witness/kept-checkpoints.ts'
import { MAX_BODY_BYTES } from './witness/server.ts'

/** A witness as its operator starts it: a process with its files, asked over HTTP. */
const OTHER_ORIGIN = 'other.example/log'
const OTHER_SECRET = new Uint8Array(32).fill(9)
const OTHER_KEY = noteKey({ name: OTHER_ORIGIN, secretKey: OTHER_SECRET })

const { newPlace, start, endAll } = witnessFixture()
afterEach(endAll)

/** What the witness shows of a log, with the signatures that are true; null where it shows none. */
async function shown({ address, key }: WitnessProcess, origin = ORIGIN, logKey = LOG_KEY): Promise<VerifiedNote | null> {
  const response = await fetch(`${address}/${monitoringPath(origin)}`)
  const note = await response.text()
  if (response.status === 404) return null
  const opened = openNote(note, [noteVerifier(logKey), cosignatureVerifier(key)])
  if (!opened.ok) throw new Error(`${response.status} ${opened.fault}: ${note}`)
  return opened.value
}
const sizeShown = async (witness: WitnessProcess, origin = ORIGIN, logKey = LOG_KEY): Promise<number | null> => {
  const note = await shown(witness, origin, logKey)
  return note === null ? null : Number(note.text.split('\n')[1])
}

describe('a log that only grows', () => {
  it('is cosigned from its first checkpoint on, and everybody can read the last one with both signatures', async () => {
    const before = Math.floor(Date.now() / 1000)
    const witness = await start(newPlace())
    expect(await shown(witness)).toBeNull()
    for (const [oldSize, size] of [
      [0, 5],
      [5, 5],
      [5, 12],
    ] as const) {
      const told = await submit(witness, requestOf(oldSize, size))
      expect(told).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
      const opened = openNote(checkpointOf(leaves, size) + told.body, [cosignatureVerifier(witness.key)])
      expect(opened).toMatchObject({ ok: true, value: { signatures: [{ name: NAME }] } })
      expect(told.body.split('\n')).toHaveLength(2)
    }
    const note = await shown(witness)
    expect(note?.signatures.map(({ name }) => name)).toEqual([ORIGIN, NAME])
    expect(note?.text).toBe(`${ORIGIN}\n12\n${Buffer.from(rootOf(12, hashesOfLeaves(leaves))).toString('base64')}\n`)
    const seconds = Number(note?.signatures[1]?.signature && Buffer.from(note.signatures[1].signature).readBigUInt64BE())
    expect(seconds).toBeGreaterThanOrEqual(before)
  })

  it('is remembered over an end in good order, by a witness with the same key', async () => {
    const place = newPlace()
    const first = await start(place)
    await submit(first, requestOf(0, 5))
    expect(await first.end('SIGTERM')).toMatchObject({ code: 0 })
    const second = await start(place)
    expect(second.key).toEqual(first.key)
    expect(await sizeShown(second)).toBe(5)
    expect((await submit(second, requestOf(5, 9))).status).toBe(200)
  })
})

test('two logs are followed each by its own origin', async () => {
  const other = (oldSize: number, size: number): string => {
    const checkpoint = { origin: OTHER_ORIGIN, size, root: rootOf(size, hashesOfLeaves(forged)), extensions: [] }
    const proof = consistencyProof({ oldSize, size }, hashesOfLeaves(forged))
    return formatAddCheckpoint({ oldSize, proof, checkpoint: signCheckpoint(checkpoint, [OTHER_SECRET]) })
  }
  const witness = await start(newPlace([LOG_KEY, OTHER_KEY]))
  expect((await submit(witness, requestOf(0, 5))).status).toBe(200)
  expect((await submit(witness, other(0, 7))).status).toBe(200)
  expect((await submit(witness, other(5, 9))).body).toBe('7\n')
  expect((await submit(witness, requestOf(5, 6))).status).toBe(200)
  expect([await sizeShown(witness), await sizeShown(witness, OTHER_ORIGIN, OTHER_KEY)]).toEqual([6, 7])
})

describe('what is not cosigned', () => {
  let witness: WitnessProcess
  let folder: string
  beforeAll(async () => {
    const place = newPlaceFor([LOG_KEY])
    folder = place.folder
    witness = await startWitness(place)
    await submit(witness, requestOf(0, 5))
  })
  afterAll(async () => {
    await witness.end('SIGKILL')
    rmSync(dirname(folder), { recursive: true })
  })
  /** Nothing that was refused has moved it, and it goes on. */
  afterEach(async () => {
    expect(await sizeShown(witness)).toBe(5)
    expect((await submit(witness, requestOf(5, 5))).status).toBe(200)
  })

  it.each([
    [400, 'a request that is none', 'hello'],
    [400, 'bytes that are no text', Uint8Array.of(0x6f, 0xff, 0xfe)],
    [400, 'an old size above the new one', requestOf(5, 9).replace('old 5', 'old 10')],
    [404, 'a log that is not watched', requestOf(0, 5, { origin: OTHER_ORIGIN })],
    [403, 'a checkpoint without a signature of the log', checkpointRequest(signedBy(7))],
    [403, 'a checkpoint with a wrong signature', requestOf(0, 9).replace('\n9\n', '\n8\n')],
    [409, 'a state before the last one', requestOf(3, 9)],
    [409, 'a rollback', requestOf(3, 4)],
    [409, 'nothing, to hear the size', requestOf(0, 9)],
    [422, 'another tree of the same size', requestOf(5, 5, { of: forged })],
    [422, 'a proof of another history', requestOf(5, 9, { of: forged })],
    [422, 'a proof that is missing', requestOf(5, 9).replace(/(?<=old 5\n)(?:.+\n)+/u, '')],
  ])('%i: %s', async (status, _, body) => {
    const told = await submit(witness, body)
    const conflict = { status: 409, type: 'text/x.tlog.size', body: '5\n' }
    expect(told).toMatchObject(status === 409 ? conflict : { status, type: 'text/plain; charset=utf-8' })
    expect(told.body).not.toContain('—')
  })

  it('413: a body that is longer than any request', async () => {
    expect((await submit(witness, requestOf(5, 9) + 'a'.repeat(MAX_BODY_BYTES))).status).toBe(413)
  })

  it('another address, and another way of asking', async () => {
    const { address } = witness
    const status = async (path: string, method: string): Promise<number> => (await fetch(`${address}${path}`, { method })).status
    expect(await status('/', 'GET')).toBe(404)
    expect(await status(`/${'0'.repeat(64)}/checkpoint`, 'GET')).toBe(404)
    expect(await status('/add-checkpoint', 'GET')).toBe(405)
    expect(await status(`/${monitoringPath(ORIGIN)}`, 'DELETE')).toBe(405)
  })

  it('two trees of one size: both checkpoints are kept, since they prove what the log did', async () => {
    await submit(witness, requestOf(5, 5, { of: forged }))
    await submit(witness, requestOf(5, 5, { of: forged }))
    const [name = '', ...more] = readdirSync(join(folder, 'evidence'))
    expect(more).toEqual([])
    const read = (file: string): string => readFileSync(join(folder, 'evidence', name, file), 'utf8')
    expect(read('offered')).toBe(checkpointOf(forged, 5))
    expect(openNote(read('cosigned'), [noteVerifier(LOG_KEY)]).ok).toBe(true)
    expect(witness.said()).toContain(`${ORIGIN} signed two different trees of one size.`)
  })
})

function signedBy(fill: number): string {
  return signCheckpoint({ origin: ORIGIN, size: 9, root: rootOf(9, hashesOfLeaves(leaves)), extensions: [] }, [
    new Uint8Array(32).fill(fill),
  ])
}
function checkpointRequest(checkpoint: string): string {
  return formatAddCheckpoint({ oldSize: 5, proof: consistencyProof({ oldSize: 5, size: 9 }, hashesOfLeaves(leaves)), checkpoint })
}

describe('requests at once for one log', () => {
  it('of two histories cosign one of them alone', async () => {
    const witness = await start(newPlace())
    const requests = Array.from({ length: 40 }, (_, at) => requestOf(0, 5 + (at >> 1), { of: at % 2 === 0 ? leaves : forged }))
    const told = await Promise.all(requests.map((request) => submit(witness, request)))
    // All begin at nothing, so the first wins and the others are told its size.
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1)
    const size = await sizeShown(witness)
    expect(told.filter(({ status, body }) => status === 409 && body === `${size}\n`)).toHaveLength(39)
  })

  it('never roll it back', async () => {
    const witness = await start(newPlace())
    await submit(witness, requestOf(0, 5))
    const told = await Promise.all(
      [requestOf(5, 5), requestOf(5, 30), requestOf(5, 5), requestOf(5, 9)].map((body) => submit(witness, body)),
    )
    const sizes = told.map(({ status }, at) => (status === 200 ? [5, 30, 5, 9][at] : 0))
    expect(await sizeShown(witness)).toBe(Math.max(...sizes.map((size) => size ?? 0)))
  })
})

/** Kills the witness before a step of the request, and gives what the caller heard. */
async function killedAt(place: Place, step: number, body: string): Promise<number | null> {
  const preload = ['--import', join(import.meta.dirname, 'testing', 'end-at.ts')]
  const witness = await start(place, { node: preload, env: { END_AT: String(step) } })
  const told = await submit(witness, body).catch(() => null)
  await witness.end('SIGKILL')
  return told?.status ?? null
}

describe('a witness that is killed between two steps of a file', () => {
  /**
   * 1 draft opened, 2 written, 3 synced, 4 renamed, 5 folder opened, 6 synced; 7 to 12 the same for the list, at a log's first
   * checkpoint; then it is told.
   */
  it.each([
    ['while the draft is written', 3, null],
    ['before the draft takes the name', 4, null],
    ['before the name is durable', 5, 5],
    ['before the log is listed', 7, 5],
    ['before the list is replaced', 10, 5],
    ['never', 13, 5],
  ])('at a log’s first checkpoint, %s, cosigns one history alone', async (_, step, kept) => {
    const place = newPlace()
    expect(await killedAt(place, step, requestOf(0, 5))).toBe(step > 12 ? 200 : null)
    const witness = await start(place)
    expect(await sizeShown(witness)).toBe(kept)
    // What may have been told stands; what was never told is free.
    expect((await submit(witness, requestOf(0, 5, { of: forged }))).status).toBe(kept === null ? 200 : 409)
  })

  it.each([
    ['while the draft is written', 3, 5],
    ['before the draft takes the name', 4, 5],
    ['before the name is durable', 5, 9],
    ['never', 7, 9],
  ])('at a later checkpoint, %s, cosigns one history alone', async (_, step, kept) => {
    const place = newPlace()
    const first = await start(place)
    await submit(first, requestOf(0, 5))
    await first.end('SIGTERM')
    expect(await killedAt(place, step, requestOf(5, 9))).toBe(step > 6 ? 200 : null)
    const witness = await start(place)
    expect(await sizeShown(witness)).toBe(kept)
    expect((await submit(witness, requestOf(5, 9, { of: forged }))).status).toBe(kept === 9 ? 409 : 422)
    expect((await submit(witness, requestOf(kept, 12))).status).toBe(200)
  })

  it('at any moment keeps at least what it told', async () => {
    const place = newPlace()
    let told = 0
    for (const answers of [1, 4, 2, 5]) {
      const witness = await start(place)
      const size = (await sizeShown(witness)) ?? 0
      expect(size).toBeGreaterThanOrEqual(told)
      for (let at = size; at < size + answers; at += 1) expect((await submit(witness, requestOf(at, at + 1))).status).toBe(200)
      told = size + answers
      // The next one is on its way.
      const last = submit(witness, requestOf(told, told + 1)).catch(() => null)
      await witness.end('SIGKILL')
      if ((await last)?.status === 200) told += 1
    }
    expect(await sizeShown(await start(place))).toBeGreaterThanOrEqual(told)
  })
})

describe('a checkpoint that was cosigned and is lost', () => {
  it.each([
    ['gone', (path: string) => rmSync(path), 'is gone'],
    ['torn', (path: string) => truncateSync(path, statSync(path).size - 9), 'is not whole'],
    ['empty', (path: string) => truncateSync(path, 0), 'is not whole'],
    ['of another', (path: string) => writeFileSync(path, checkpointOf(leaves, 5)), 'is not whole'],
  ])('because its file is %s is not begun anew', async (_, lose, sentence) => {
    const place = newPlace()
    const first = await start(place)
    await submit(first, requestOf(0, 5))
    await first.end('SIGTERM')
    lose(checkpointPath(place.folder, ORIGIN))
    const witness = await start(place)
    expect((await submit(witness, requestOf(0, 5))).status).toBe(500)
    expect((await fetch(`${witness.address}/${monitoringPath(ORIGIN)}`)).status).toBe(500)
    expect(witness.said()).toContain(
      `the checkpoint cosigned last for ${ORIGIN}, ${sentence}. This witness cosigns nothing more for that log.`,
    )
    await witness.end('SIGTERM')
    expect((await submit(await start(place), requestOf(0, 5))).status).toBe(500)
  })

  it('stops the other logs in nothing', async () => {
    const place = newPlace([LOG_KEY, OTHER_KEY])
    const first = await start(place)
    await submit(first, requestOf(0, 5))
    await first.end('SIGTERM')
    writeFileSync(checkpointPath(place.folder, OTHER_ORIGIN), 'no checkpoint')
    const witness = await start(place)
    expect((await submit(witness, requestOf(5, 9))).status).toBe(200)
  })
})
