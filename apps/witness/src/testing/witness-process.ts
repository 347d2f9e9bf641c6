import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LOG_KEY } from '@rueda/proof/testing/log.ts'
import { type VerifierKey, formatVerifierKey, parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { type Ending, type Launch, heard, launch } from './program.ts'

/** A witness that runs, and what it says of itself. */
export type WitnessProcess = Readonly<{
  address: string
  key: VerifierKey
  said: () => string
  ended: Promise<Ending>
  end: (signal: NodeJS.Signals) => Promise<Ending>
}>

export const NAME = 'witness.example/w1'

export type Place = Readonly<{ folder: string; logs: string }>

/** A folder of its own, and a file beside it that lists the logs of these keys. */
export function newPlaceFor(keys: readonly VerifierKey[]): Place {
  const parent = mkdtempSync(join(tmpdir(), 'rueda-witness-'))
  const logs = join(parent, 'logs.txt')
  writeFileSync(logs, keys.map((key) => `log ${formatVerifierKey(key)}\n`).join(''))
  return { folder: join(parent, 'kept'), logs }
}

export const optionsOf = ({ folder, logs }: Place): readonly string[] => [
  ...['--logs', logs, '--folder', folder, '--name', NAME, '--port', '0'],
]

export async function startWitness(place: Place, more: Launch = {}): Promise<WitnessProcess> {
  const program = launch('witness.ts', { ...more, words: [...optionsOf(place), ...(more.words ?? [])] })
  const open = await heard(program, /is open: (\S+)\n\s+Its verification key: (\S+)\n/u)
  const key = parseVerifierKey(open?.[2] ?? '')
  if (open?.[1] === undefined || !key.ok) throw new Error(`The witness did not open:\n${program.said()}`)
  return { address: open[1], key: key.value, ...program }
}

/** What the witness answers to a request. */
export async function submit(
  { address }: Pick<WitnessProcess, 'address'>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Readonly<{ status: number; type: string | null; body: string }>> {
  const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

/** Witnesses and folders that go with the test that made them. */
export function witnessFixture() {
  const running: WitnessProcess[] = []
  const places: Place[] = []
  return {
    newPlace: (keys: readonly VerifierKey[] = [LOG_KEY]): Place => {
      const place = newPlaceFor(keys)
      places.push(place)
      return place
    },
    start: async (place: Place, more: Launch = {}): Promise<WitnessProcess> => {
      const witness = await startWitness(place, more)
      running.push(witness)
      return witness
    },
    endAll: async (): Promise<void> => {
      await Promise.all(running.splice(0).map((witness) => witness.end('SIGKILL')))
      for (const { folder } of places.splice(0)) rmSync(dirname(folder), { recursive: true, force: true })
    },
  }
}
