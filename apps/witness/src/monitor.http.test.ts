import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headEntry } from '@rueda/proof/head.ts'
import { LOG_KEY, ORIGIN } from '@rueda/proof/testing/log.ts'
import { formatAddCheckpoint } from '@rueda/proof/witness.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ending, type Program, heard, launch } from './testing/program.ts'
import { type ServedLog, serveLog } from './testing/served-log.ts'
import { submit, witnessFixture } from './testing/witness-process.ts'

/** The monitor as a command: a process with a folder, an ending that a script can ask, and a log and witnesses over HTTP. */
const heads = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, index) => headEntry(new Uint8Array(32), { sequence: from + index, head: new Uint8Array(32) }))

const { newPlace, start, endAll } = witnessFixture()
let log: ServedLog
let folder: string
const running: Program[] = []
beforeEach(async () => {
  log = await serveLog()
  folder = mkdtempSync(join(tmpdir(), 'rueda-monitor-'))
  log.show(heads(0, 16))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.end('SIGKILL')))
  await endAll()
  await log.end()
  rmSync(folder, { recursive: true })
})

const seenIn = (): string => join(folder, 'seen')
function monitor(...words: readonly string[]): Program {
  const program = launch('monitor.ts', { words: ['--folder', seenIn(), ...words] })
  running.push(program)
  return program
}
const once = (...words: readonly string[]): Promise<Ending> => monitor(log.address, '--once', ...words).ended
function policyFile(...lines: readonly string[]): string {
  const path = join(folder, 'policy.txt')
  writeFileSync(path, `${[`log ${formatVerifierKey(LOG_KEY)}`, ...lines].join('\n')}\n`)
  return path
}

describe('once', () => {
  it('ends with 0 where nothing is wrong, and says what it saw', async () => {
    const ending = await once()
    expect(ending).toMatchObject({ code: 0, said: expect.stringContaining(`${ORIGIN}: 16 entries, 16 of them new.`) })
    expect(ending.said).toContain("Without a policy no witness counts: this is the log's own word.")
    expect(ending.said).not.toMatch(/warning/iu)
  })

  it('ends with 1 at a contradiction, and ever after', async () => {
    await once()
    log.show(heads(0, 9))
    expect(await once()).toMatchObject({
      code: 1,
      said: expect.stringContaining('CONTRADICTION: The log shows 9 entries after it showed 16'),
    })
    log.show(heads(0, 20))
    expect(await once()).toMatchObject({ code: 1, said: expect.stringContaining('Found before: The log shows 9 entries') })
  })

  it('ends with 2 where the log is not there', async () => {
    log.hide(/checkpoint/u)
    expect(await once()).toMatchObject({ code: 2, said: expect.stringContaining('Is a log at this address?') })
  })
})

describe('every minute', () => {
  it('goes on until somebody ends it', async () => {
    const program = monitor(log.address)
    await heard(program, /16 entries/u)
    expect(await program.end('SIGTERM')).toMatchObject({ code: 0 })
  })

  it('ends by itself with 1 at a contradiction', async () => {
    await once()
    log.show(heads(0, 9))
    expect(await monitor(log.address).ended).toMatchObject({ code: 1 })
  })
})

describe('beside a real witness', () => {
  async function cosigned(entries: readonly Uint8Array[]) {
    const witness = await start(newPlace())
    log.show(entries)
    const checkpoint = await (await fetch(`${log.address}/trust/log/checkpoint`)).text()
    const { status, body } = await submit(witness, formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))
    expect(status).toBe(200)
    return { policy: policyFile(`witness w ${formatVerifierKey(witness.key)} ${witness.address}`, 'quorum w'), line: body }
  }

  it('believes a checkpoint with its cosignature fully', async () => {
    const { policy, line } = await cosigned(heads(0, 16))
    log.showNote((note) => note + line)
    expect(await once('--policy', policy)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Cosigned by w: enough for the policy.'),
    })
  })

  it.each([
    ['as far as', 16],
    ['further than', 20],
  ])('finds nothing in a log that is %s the witness', async (_, size) => {
    const { policy } = await cosigned(heads(0, 16))
    log.show(heads(0, size))
    const { code, said } = await once('--policy', policy)
    expect({ code, said }).toMatchObject({ code: 0, said: expect.not.stringContaining('The witness w') })
  })

  it('says that the witness cosigned more than is shown, which alone proves nothing', async () => {
    const { policy } = await cosigned(heads(0, 16))
    log.show(heads(0, 12))
    const sentence = 'The witness w cosigned 16 entries, of which the log shows 12 here.'
    expect(await once('--policy', policy)).toMatchObject({ code: 0, said: expect.stringContaining(sentence) })
  })

  it.each([16, 20])('finds that another history than the one of %i entries was shown to the witness', async (size) => {
    const { policy } = await cosigned([...heads(0, 3), ...heads(50, 63)])
    log.show(heads(0, size))
    const { code, said } = await once('--policy', policy)
    expect(code).toBe(1)
    expect(said).toContain(
      `The tree of ${size} entries that is shown here and the one of 16 that the witness w cosigned are of two histories.`,
    )
    const [place = ''] = readdirSync(join(seenIn(), 'evidence'))
    const read = (name: string): string => readFileSync(join(seenIn(), 'evidence', place, name), 'utf8')
    expect([read('shown'), read('cosigned')]).toEqual([expect.stringContaining(`\n${size}\n`), expect.stringContaining('\n16\n')])
  })

  it('says where the witness could not be asked', async () => {
    const { policy } = await cosigned(heads(0, 16))
    await endAll()
    expect(await once('--policy', policy)).toMatchObject({ code: 0, said: expect.stringContaining('The witness w was not asked: ') })
  })
})

describe('a start that is refused says in a sentence why, and ends with 2', () => {
  it.each([
    ['no address', [], 'Name the address whose log is to be followed'],
    ['two addresses', ['https://a.example', 'https://b.example'], 'Name the address whose log is to be followed'],
    ['what is no address', ['example.org'], '"example.org" is no address of a server.'],
    ['an option that there is not', ['https://a.example', '--twice'], "Unknown option '--twice'"],
    ['a policy that is not there', ['https://a.example', '--policy', '/nowhere'], 'The file /nowhere cannot be read (ENOENT).'],
  ])('with %s', async (_, words, sentence) => {
    expect(await monitor(...words).ended).toMatchObject({ code: 2, said: expect.stringContaining(sentence) })
  })

  it('where another monitor works in the folder, or the folder is a file', async () => {
    const first = monitor(log.address)
    await heard(first, /16 entries/u)
    expect(await once()).toMatchObject({ code: 2, said: expect.stringContaining('Another process already works in') })
    const taken = join(folder, 'taken')
    writeFileSync(taken, '')
    expect(await once('--folder', taken)).toMatchObject({ code: 2, said: expect.stringContaining('cannot be written') })
  })

  it('where the policy names another log', async () => {
    const path = policyFile()
    log.show(heads(0, 16), { origin: 'other.example/log' })
    expect(await once('--policy', path)).toMatchObject({
      code: 2,
      said: expect.stringContaining('The policy names no key of other.example/log'),
    })
  })
})
