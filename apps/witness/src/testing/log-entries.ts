import { oldestDateAt } from '@rueda/proof/engine.ts'
import { type LogEntry, encodeEntry } from '@rueda/proof/entries.ts'
import { headEntry } from '@rueda/proof/head.ts'
import type { LOG_KEY } from '@rueda/proof/testing/log.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'

/** Entries as a house says them, at one moment. */
export const KEY = new Uint8Array(32).fill(3)
export const at = 1_800_000_000_000
export const heads = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, index) => headEntry(KEY, { sequence: from + index, head: new Uint8Array(32).fill(index) }))
export const said = (entry: LogEntry): Uint8Array => encodeEntry(entry)
export const alive = said({ kind: 'alive', at })

export function keyEntry(key: typeof LOG_KEY, purpose: 'checkpoints' | 'receipts' = 'checkpoints'): Uint8Array {
  return said({ kind: 'key', at, purpose, key: formatVerifierKey(key), beacon: null, signedBy: null })
}

export function days(...dates: readonly string[]): readonly Uint8Array[] {
  const drawn = { engine: 'e'.repeat(64), proof: 'a'.repeat(160), output: 'b'.repeat(128), beacon: null }
  return dates.map((date) => said({ kind: 'day-key', at, market: 'SIM', date, ...drawn }))
}

export function engine(digit: string, saidAt: number): Uint8Array {
  return said({ kind: 'engine', at: saidAt, engine: digit.repeat(64), firstDate: oldestDateAt(saidAt), isEmergency: true })
}

export function start(digit: string): Uint8Array {
  const levers = { settings: {}, closedDays: [], isSeedSet: false, scenario: null }
  return said({ kind: 'start', at, version: '1.0.0', engine: digit.repeat(64), ...levers })
}

export function owed(...dates: readonly string[]): readonly Uint8Array[] {
  return dates.map((date) => said({ kind: 'liabilities', at, date, asset: 'USD', root: 'c'.repeat(64), total: '10.00', leaves: 4 }))
}

/** What was held on a day, and how many assets were owed. */
export const heldOn = (date: string, assets: number): Uint8Array => said({ kind: 'held', at, date, assets, places: [BANK] })
export const BANK = { place: 'H:BANK:USD', asset: 'USD', amount: '1000' } as const

/** An entry with other fields. */
export const changed = (entry: Uint8Array, fields: Readonly<Record<string, unknown>>): Uint8Array =>
  said({ ...(JSON.parse(Buffer.from(entry).toString()) as LogEntry), ...fields } as LogEntry)

export function ofOther(entry: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(entry).toString().replace('"SIM"', '"TW"').replace('"USD"', '"EUR"'))
}

const OF_A_DAY = { instrument: 'US:ARDV', date: '2026-03-10' } as const
export const chains = (number: number, digit: string): Uint8Array =>
  said({ kind: 'inputs', at, chains: [{ ...OF_A_DAY, number, head: digit.repeat(64) }] })
export const tape = (number: number, digit: string): Uint8Array =>
  said({ kind: 'tape', at, ...OF_A_DAY, number, head: digit.repeat(64), executions: 'f'.repeat(64) })
