import { commandHash } from '@rueda/proof/command.ts'
import type { Answered } from '../server/api.ts'
import type { TakenReceipt } from './kept.ts'

/** Receipts that this device was handed and has not judged yet, kept over a reload: the next look takes them up. */
const TAKEN_KEY = 'rueda.receipts'
/** As many commands as anybody gives between two looks; of more the newest are judged. */
const MAX_TAKEN = 50

const listeners = new Set<() => void>()
let held: readonly TakenReceipt[] = []

/** Keeps the receipt of an answer, beside the hash of what was really sent. What was sent is not kept. */
export function takeAnswer(accountId: string, { path, key, body, receipt, orderId }: Answered): void {
  const placed = orderId !== null && PLACES.test(path) ? { orderId } : {}
  take({ accountId, command: commandHash({ path, key, body }), receipt, takenAt: Date.now(), ...placed })
}
/** The calls that give an order; what is answered later of one has another place in another day's chain. */
const PLACES = /\/create$/u

export function take(receipt: TakenReceipt): void {
  write([...all(), receipt].slice(-MAX_TAKEN))
  for (const listener of listeners) listener()
}

export const takenOf = (accountId: string): readonly TakenReceipt[] => all().filter((taken) => taken.accountId === accountId)

/** Those that were judged are kept with what was judged. */
export function dropTaken(judged: readonly TakenReceipt[]): void {
  const names = new Set(judged.map(nameOf))
  write(all().filter((taken) => !names.has(nameOf(taken))))
}

export const forgetTaken = (): void => write([])

export function onTaken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const nameOf = ({ accountId, takenAt, receipt }: TakenReceipt): string => JSON.stringify([accountId, takenAt, receipt])

function all(): readonly TakenReceipt[] {
  try {
    const text = localStorage.getItem(TAKEN_KEY)
    return text === null ? held : (JSON.parse(text) as readonly TakenReceipt[])
  } catch {
    return held
  }
}

function write(taken: readonly TakenReceipt[]): void {
  held = taken
  try {
    localStorage.setItem(TAKEN_KEY, JSON.stringify(taken))
  } catch {
    // Nothing can be kept here; the page holds it.
  }
}
