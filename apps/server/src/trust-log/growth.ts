import { Worker } from 'node:worker_threads'
import { HASH_BYTES, utf8 } from '@rueda/proof/bytes.ts'
import { type AccountHead, batchOfHeads, headEntry } from '@rueda/proof/head.ts'
import type { RightEdge } from '@rueda/proof/merkle.ts'
import { type Grown, grow } from './grow.ts'
import { type LogFiles, openLogFiles } from './log-files.ts'
import type { FileStore, StorePlace } from '../storage/store.ts'

/** What a checkpoint adds to the log: lines, and heads of accounts under their keys, filled with `padding`. */
export type Addition = Readonly<{
  edge: RightEdge
  lines: readonly string[]
  heads: readonly (AccountHead & Readonly<{ key: Uint8Array }>)[]
  padding: Uint8Array
}>
/** The tree with it, and where each head lies in the log, in the order in which they were given. */
export type Growth = Grown & Readonly<{ places: readonly number[] }>

/** More heads than these are worked out in a thread of their own, so that nobody's order waits for them. */
const MAX_HEADS_HERE = 1_000

/** Works out the tree of a log in this folder of the store with an addition. No file is written. */
export const growthOf = (addition: Addition, store: FileStore, folder: string): Promise<Growth> =>
  addition.heads.length <= MAX_HEADS_HERE
    ? growBy(addition, openLogFiles(store, folder))
    : growInThread({ addition, place: store.place, folder })

export async function growBy({ edge, lines, heads, padding }: Addition, stored: Pick<LogFiles, 'read'>): Promise<Growth> {
  const entries = heads.map(({ key, ...head }) => headEntry(key, head))
  const batch = entries.length === 0 ? [] : batchOfHeads(entries, padding)
  const grown = await grow(edge, [...lines.map(utf8), ...batch], stored)
  const first = edge.size + lines.length
  const placeOf = new Map(batch.map((entry, at) => [nameOf(entry), first + at]))
  return { ...grown, places: entries.map((entry) => placeOf.get(nameOf(entry)) ?? NOWHERE) }
}
const nameOf = (entry: Uint8Array): string => Buffer.from(entry).toString('latin1')
/** Never given: every head is in the batch that is made of it. */
const NOWHERE = -1

/** The heads lie one behind the other, each key and head in turn: to copy a hundred thousand objects would hold everybody up. */
export type GrowthRequest = Readonly<{
  addition: Omit<Addition, 'heads'>
  place: StorePlace
  folder: string
  sequences: Float64Array
  hashes: Uint8Array
}>

type InThread = Pick<GrowthRequest, 'place' | 'folder'> & Readonly<{ addition: Addition }>

function growInThread({ addition: { heads, ...addition }, place, folder }: InThread): Promise<Growth> {
  const sequences = Float64Array.from(heads, ({ sequence }) => sequence)
  const hashes = new Uint8Array(heads.length * HEAD_BYTES)
  for (const [at, { key, head }] of heads.entries()) {
    hashes.set(key, at * HEAD_BYTES)
    hashes.set(head, at * HEAD_BYTES + HASH_BYTES)
  }
  const request: GrowthRequest = { addition, place, folder, sequences, hashes }
  const thread = new Worker(new URL('./growth-thread.ts', import.meta.url), {
    ...{ name: 'public log', workerData: request },
    transferList: [sequences.buffer, hashes.buffer],
  })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', () => reject(new Error('the thread of the public log ended without an answer')))
  })
}

const HEAD_BYTES = 2 * HASH_BYTES

export function headsOf({ sequences, hashes }: Pick<GrowthRequest, 'sequences' | 'hashes'>): Addition['heads'] {
  return Array.from(sequences, (sequence, at) => ({
    sequence,
    key: hashes.subarray(at * HEAD_BYTES, at * HEAD_BYTES + HASH_BYTES),
    head: hashes.subarray(at * HEAD_BYTES + HASH_BYTES, (at + 1) * HEAD_BYTES),
  }))
}
