import type { Signer } from '@rueda/proof/note.ts'
import type { VerifierKey } from '@rueda/proof/verifier-key.ts'
import { type WitnessAnswer, type WitnessedCheckpoint, answerAddCheckpoint, originOf } from '@rueda/proof/witness.ts'
import { keepEvidence } from '../evidence.ts'
import { Stopped } from '../stopped.ts'
import { CheckpointLost, beginCheckpoints, listedOrigins, openCheckpoints, originHash } from './kept-checkpoints.ts'
import { keyPath, makeKey, readKey } from './key-file.ts'
import { createTurns } from './turns.ts'

/** Keys of each log that is watched, by the log's origin. */
export type WatchedLogs = ReadonlyMap<string, readonly VerifierKey[]>

export type Witness = Readonly<{
  /** Answers once what it cosigned is durable. */
  add: (body: string) => Promise<WitnessAnswer>
  /** The checkpoint cosigned last, by the hash of its log's origin. */
  show: (hash: string) => Promise<string | null>
}>

/** The key in the folder; at the first start one is drawn. A witness that lost its key, or forgot what it cosigned, begins never anew by itself. */
export async function openSigner(folder: string, name: string | null): Promise<Signer> {
  const [signer, listed] = [await readKey(folder, name), await listedOrigins(folder)]
  if (signer !== null && listed !== null) return signer
  if (signer !== null)
    throw new Stopped(
      `In ${folder} the list of the logs that this witness cosigned is gone. Begin a new witness with another --folder and --name.`,
    )
  if (listed !== null && listed.length > 0)
    throw new Stopped(
      `The key ${keyPath(folder)} is gone. Bring the file back from a copy, or begin a new witness with another --folder and --name.`,
    )
  await beginCheckpoints(folder)
  return makeKey(folder, name)
}

type Parts = Readonly<{
  folder: string
  logs: WatchedLogs
  signer: Signer
  /** Milliseconds since 1970. */
  now: () => number
  say: (line: string) => void
}>

const MS_PER_SECOND = 1000
/** An older copy of the file would be worse than none: what was cosigned after it could be contradicted. */
const NO_MORE = 'This witness cosigns nothing more for that log. Watch it with a new witness: another --folder and --name.'

export async function createWitness({ folder, logs, signer, now, say }: Parts): Promise<Witness> {
  const origins = [...logs.keys()]
  const kept = await openCheckpoints(folder, signer, origins)
  const byHash = new Map(origins.map((origin) => [originHash(origin), origin]))
  // What is compared with and what is kept are one step for each log, and nobody is shown what is not durable.
  const turns = createTurns()
  for (const origin of origins) {
    await kept.read(origin).catch((error: unknown) => {
      if (!(error instanceof CheckpointLost)) throw error
      say(`${error.message} ${NO_MORE}`)
    })
  }

  return {
    add: (body) => {
      const origin = originOf(body)
      const logKeys = origin === null ? undefined : logs.get(origin)
      const answer = (last: WitnessedCheckpoint | null): WitnessAnswer =>
        answerAddCheckpoint(body, { logKeys: logKeys ?? null, last, signer, seconds: Math.floor(now() / MS_PER_SECOND) })
      if (origin === null || logKeys === undefined) return Promise.resolve(answer(null))
      return turns(origin, async () => {
        const last = await kept.read(origin)
        const told = answer(last)
        if (told.status === 200) await kept.keep(origin, told.keep.note)
        if (told.status === 422 && told.isFork && last !== null) await keepFork(origin, last.note, body)
        return told
      })
    },
    show: async (hash) => {
      const origin = byHash.get(hash)
      return origin === undefined ? null : turns(origin, async () => (await kept.read(origin))?.note ?? null)
    },
  }

  async function keepFork(origin: string, cosigned: string, body: string): Promise<void> {
    const offered = body.slice(body.indexOf('\n\n') + 2)
    const name = `${originHash(origin)}-${originHash(offered.slice(0, offered.lastIndexOf('\n\n')))}`
    const place = await keepEvidence(folder, name, { cosigned, offered })
    say(`${origin} signed two different trees of one size. Both checkpoints are in ${place}.`)
  }
}
