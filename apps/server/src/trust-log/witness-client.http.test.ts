import { rmSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { dirname } from 'node:path'
import { consistencyProof, hashesOfLeaves } from '@rueda/proof/merkle.ts'
import { cosign, cosignatureVerifier, cosignerKey } from '@rueda/proof/cosignature.ts'
import { openNote } from '@rueda/proof/note.ts'
import { LOG_KEY, WITNESS, checkpointOf, textOf } from '@rueda/proof/testing/log.ts'
import type { AddCheckpoint } from '@rueda/proof/witness.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forged, leaves } from '../../../witness/src/testing/requests.ts'
import { NAME, type Place, type WitnessProcess, newPlaceFor, startWitness } from '../../../witness/src/testing/witness-process.ts'
import { type AskWitness, type WitnessOutcome, askWitness } from './witness-client.ts'

const TIMEOUT_MS = 20_000

const growth = (oldSize: number, size: number, of = leaves): AddCheckpoint => ({
  oldSize,
  proof: consistencyProof({ oldSize, size }, hashesOfLeaves(of)),
  checkpoint: checkpointOf(of, size),
})
const ask = (more: Pick<AskWitness, 'url' | 'key' | 'request'> & Partial<AskWitness>): Promise<WitnessOutcome> =>
  askWitness({ fetch, timeoutMs: TIMEOUT_MS, ...more })

describe('a real witness', () => {
  let place: Place
  let witness: WitnessProcess
  const asked = (request: AddCheckpoint): Promise<WitnessOutcome> => ask({ url: `${witness.address}/`, key: witness.key, request })
  beforeAll(async () => {
    place = newPlaceFor([LOG_KEY])
    witness = await startWitness(place)
  })
  afterAll(async () => {
    await witness.end('SIGKILL')
    rmSync(dirname(place.folder), { recursive: true })
  })

  it('cosigns, and its line beside the checkpoint is what others verify', async () => {
    const request = growth(0, 5)
    const told = await asked(request)
    if (told.kind !== 'cosigned') throw new Error(JSON.stringify(told))
    const opened = openNote(request.checkpoint + told.lines.join(''), [cosignatureVerifier(witness.key)])
    expect(opened).toMatchObject({ ok: true, value: { signatures: [{ name: NAME }] } })
    expect(told.seconds * 1000).toBeGreaterThan(Date.now() - 86_400_000)
  })

  it('says its size where the log begins elsewhere, and cosigns from there', async () => {
    expect(await asked(growth(0, 9))).toEqual({ kind: 'conflict', size: 5 })
    expect(await asked(growth(5, 9))).toMatchObject({ kind: 'cosigned' })
  })

  it('cosigns a checkpoint that has its cosignature already, and the new line alone is its answer', async () => {
    const told = await asked(growth(9, 9))
    if (told.kind !== 'cosigned') throw new Error(told.kind)
    const again = await asked({ ...growth(9, 9), checkpoint: checkpointOf(leaves, 9) + told.lines.join('') })
    expect(again.kind === 'cosigned' && again.lines).toHaveLength(1)
  })

  it('refuses another history, and a log that it does not know', async () => {
    expect(await asked(growth(9, 12, forged))).toEqual({
      ...{ kind: 'refused', status: 422 },
      why: 'The proof does not lead from the last checkpoint to this one.',
    })
    const unknown = { ...growth(0, 5), checkpoint: checkpointOf(leaves, 5, 'other.example/log') }
    expect(await asked(unknown)).toMatchObject({ kind: 'refused', status: 404 })
  })

  it('is not believed under the key of another', async () => {
    const told = await ask({ url: witness.address, key: cosignerKey(WITNESS), request: growth(9, 9) })
    expect(told).toEqual({ kind: 'refused', status: 200, why: 'The answer has no true cosignature of this checkpoint' })
  })
})

describe('a witness that answers as none does', () => {
  const key = cosignerKey(WITNESS)
  const request = growth(0, 5)
  const line = cosign(textOf(request.checkpoint), WITNESS, 1_800_000_000)
  const size = { 'content-type': 'text/x.tlog.size' }
  let end: (() => Promise<void>) | undefined
  afterEach(() => end?.())

  async function answered(answer: (response: ServerResponse, request: IncomingMessage) => void, timeoutMs = TIMEOUT_MS) {
    const server = createServer((from, response) => answer(response, from))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    end = () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return ask({ url: `http://127.0.0.1:${port}`, key, request, timeoutMs })
  }
  const says =
    (status: number, body: string, headers = {}) =>
    (response: ServerResponse): void =>
      void response.writeHead(status, headers).end(body)

  it('is believed for the lines of its key alone', async () => {
    const stranger = cosign(textOf(request.checkpoint), { ...WITNESS, name: 'stranger.example' }, 1_800_000_000)
    expect(await answered(says(200, stranger + line))).toEqual({ kind: 'cosigned', lines: [line], seconds: 1_800_000_000 })
  })

  it.each([
    ['nothing', ''],
    ['words', 'thank you\n'],
    ['the cosignature of another checkpoint', cosign(textOf(checkpointOf(leaves, 6)), WITNESS, 1_800_000_000)],
    ['a true line after text of its own', `more\n\n${line}`],
    ['a cosignature among words', `${line}thank you\n`],
  ])('is not believed for %s', async (_, body) => {
    expect(await answered(says(200, body))).toMatchObject({ kind: 'refused', status: 200 })
  })

  it.each([
    ['without a size', 'no\n', size],
    ['with a size that is no number', '05\n', size],
    ['with a size of another type', '5\n', {}],
    ['with a size whose line does not end', '5', size],
  ])('is refused a conflict %s', async (_, body, headers) => {
    expect(await answered(says(409, body, headers))).toEqual({ kind: 'refused', status: 409, why: 'The conflict says no size' })
  })

  it('is quoted in one line that a log can bear', async () => {
    const told = await answered(says(503, `down\n\u001b[31m${'a'.repeat(1_000)}`))
    expect(told).toEqual({ kind: 'refused', status: 503, why: `down [31m${'a'.repeat(191)}` })
  })

  it('is left when it does not end', async () => {
    const told = await answered((response) => {
      response.writeHead(200)
      const more = (): void => void response.write('a'.repeat(16_384), (error) => (error ? undefined : more()))
      more()
    })
    expect(told).toEqual({ kind: 'refused', status: 200, why: 'The answer is longer than any answer is' })
  })

  it('is silent when it does not answer, or stops in the middle', async () => {
    expect(await answered(() => undefined, 50)).toEqual({ kind: 'silent', why: 'No answer in time' })
    await end?.()
    expect(await answered((response) => void response.writeHead(200).write(line), 50)).toEqual({ kind: 'silent', why: 'No answer in time' })
    await end?.()
    expect(await answered((response) => void response.destroy())).toMatchObject({ kind: 'silent' })
  })

  it('is silent when nobody is there, and when it sends elsewhere', async () => {
    const sends = (response: ServerResponse, { url }: IncomingMessage): void =>
      url === '/elsewhere' ? says(200, line)(response) : says(307, '', { location: '/elsewhere' })(response)
    expect(await answered(sends)).toMatchObject({ kind: 'silent' })
    expect(await ask({ url: 'http://127.0.0.1:1', key, request })).toMatchObject({ kind: 'silent' })
  })
})
