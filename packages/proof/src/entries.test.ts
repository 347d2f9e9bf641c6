import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { type EntryKind, type LogEntry, decodeEntry, encodeEntry } from './entries.ts'
import { headEntry } from './head.ts'
import { isKeyChangeBy, signKeyChange } from './key-change.ts'
import { noteKey } from './note.ts'
import { ORIGIN, checkpointOf } from './testing/log.ts'
import { leavesOf } from './testing/shapes.ts'
import { formatVerifierKey } from './verifier-key.ts'

const HASH = 'ab'.repeat(32)
const at = 1_795_000_000_000

/** One of each kind; the table is not complete until a new kind has its line. */
const ENTRIES: { readonly [Kind in EntryKind]: Extract<LogEntry, { kind: Kind }> } = {
  'start': {
    kind: 'start',
    at,
    version: '0.1.0',
    engine: HASH,
    settings: { MARKET: 'simulated', VENUE_CYCLE_MS: '250' },
    closedDays: [{ market: 'US', date: '2026-11-26' }],
    isSeedSet: false,
    scenario: null,
  },
  'stop': { kind: 'stop', at, reason: 'asked to' },
  'gap': { kind: 'gap', at, from: at - 5_000, until: at, reason: 'no leader' },
  'alive': { kind: 'alive', at },
  'engine': { kind: 'engine', at, engine: HASH, firstDate: '2026-12-01', isEmergency: false },
  'day-key': {
    kind: 'day-key',
    at,
    market: 'US',
    date: '2028-02-29',
    engine: HASH,
    proof: 'ab'.repeat(80),
    output: 'ab'.repeat(64),
    beacon: { round: '18446744073709551615', randomness: HASH },
  },
  'inputs': { kind: 'inputs', at, chains: [{ instrument: 'US:CPPR', date: '2026-11-23', number: 17, head: HASH }] },
  'tape': { kind: 'tape', at, instrument: 'US:CPPR', date: '2026-11-23', number: 17, head: HASH, executions: HASH },
  'liabilities': {
    kind: 'liabilities',
    at,
    date: '2026-11-23',
    asset: 'USD',
    root: HASH,
    total: '123456789012345678901234.56',
    leaves: 40_000,
  },
  'held': { kind: 'held', at, date: '2026-11-23', assets: 3, places: [{ place: 'H:BANK:USD', asset: 'USD', amount: '-250' }] },
  'draw-inputs': { kind: 'draw-inputs', at, draw: 'D-1', inputs: HASH, round: null },
  'draw-result': { kind: 'draw-result', at, draw: 'D-1', inputs: HASH, seed: HASH, result: HASH, beacon: null },
  'withdrawal-clock': {
    kind: 'withdrawal-clock',
    at,
    days: 30,
    paid: 9,
    refused: 1,
    waiting: 0,
    medianSeconds: 40,
    slowSeconds: 300,
    oldestSeconds: null,
  },
  'key': { kind: 'key', at, purpose: 'days', key: HASH, beacon: 'drand:https://api.drand.sh', signedBy: null },
  'successor': { kind: 'successor', at, origin: ORIGIN, checkpoint: checkpointOf(leavesOf(3), 3), reason: 'A backup was restored' },
}

test.each(Object.values(ENTRIES))('$kind is one line that comes back as it was', (entry) => {
  const bytes = encodeEntry(entry)
  expect(Buffer.from(bytes).toString()).toMatch(/^\{[^\n]*\}$/u)
  expect(decodeEntry(bytes)).toEqual({ ok: true, value: entry })
})

/** Canonical in any case, so that nothing but the change can be what is wrong. */
const changed = (kind: EntryKind, change: object): Uint8Array =>
  utf8(canonicalJson(Object.fromEntries(Object.entries({ ...ENTRIES[kind], ...change }).filter(([, value]) => value !== undefined))))

describe('what is no entry', () => {
  test.each([
    ['a head of an account', headEntry(new Uint8Array(32), { sequence: 1, head: new Uint8Array(32) })],
    ['nothing', new Uint8Array(0)],
    ['bytes that are no text', Uint8Array.of(0xff)],
    ['another JSON', utf8('[]')],
    ['null', utf8('null')],
    ['another kind', utf8('{"at":1,"kind":"rumour"}')],
    ['a kind that every object has', utf8('{"at":1,"kind":"toString"}')],
    ['names in another order', utf8('{"kind":"alive","at":1}')],
    ['a line end', utf8('{"at":1,"kind":"alive"}\n')],
    ['more bytes than a bundle holds', utf8(`"${'a'.repeat(70_000)}"`)],
  ])('%s', (_, bytes) => {
    expect(decodeEntry(bytes)).toEqual({ ok: false, fault: 'not-an-entry' })
  })

  test.each<[string, EntryKind, object]>([
    ['a field too many', 'alive', { note: '' }],
    ['a field missing', 'stop', { reason: undefined }],
    ['a moment with a fraction', 'alive', { at: 1.5 }],
    ['a moment before all', 'alive', { at: -1 }],
    ['a moment after all', 'alive', { at: 253_402_300_800_000 }],
    ['a day that no calendar has', 'engine', { firstDate: '2026-02-29' }],
    ['a day in another spelling', 'engine', { firstDate: '2026-2-9' }],
    ['a hash that is too short', 'engine', { engine: 'ab' }],
    ['a total that is no text', 'liabilities', { total: 5 }],
    ['a total with needless digits', 'liabilities', { total: '007' }],
    ['a negative nothing', 'liabilities', { total: '-0.00' }],
    ['a round below nothing', 'draw-inputs', { round: '-1' }],
    ['a purpose of its own', 'key', { purpose: 'fun' }],
    ['settings that are a list', 'start', { settings: [] }],
    ['a setting that is no text', 'start', { settings: { MARKET: 1 } }],
    ['an empty reason', 'stop', { reason: '' }],
    ['a chain with a word too many', 'inputs', { chains: [{ instrument: 'a', date: '2026-11-23', number: 1, head: HASH, owner: 'b' }] }],
  ])('%s', (_, kind, change) => {
    expect(decodeEntry(changed(kind, {}))).toMatchObject({ ok: true })
    expect(decodeEntry(changed(kind, change))).toEqual({ ok: false, fault: 'not-an-entry' })
  })
})

test('what could not be read again is not written', () => {
  expect(() => encodeEntry({ kind: 'stop', at, reason: '' })).toThrow('no entry')
  expect(() => encodeEntry({ kind: 'stop', at, reason: '\ud800' })).toThrow('no entry')
  const chain = { instrument: 'US:CPPR', date: '2026-11-23', number: 17, head: HASH }
  expect(() => encodeEntry({ kind: 'inputs', at, chains: Array.from({ length: 1_000 }, () => chain) })).toThrow('too long')
})

test('whatever bytes come, they are read or refused', () => {
  const touched = fc.tuple(fc.constantFrom(...Object.values(ENTRIES)), fc.nat(), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(touched, ([entry, place, byte]) => {
      const bytes = encodeEntry(entry)
      bytes[place % bytes.length] = byte
      const read = decodeEntry(bytes)
      if (read.ok) expect(encodeEntry(read.value)).toEqual(bytes)
    }),
    { numRuns: 500 },
  )
})

describe('a key that follows another', () => {
  const old = { name: ORIGIN, secretKey: new Uint8Array(32).fill(1) }
  const believed = noteKey(old)
  const next = formatVerifierKey(noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(2) }))
  const change = { origin: ORIGIN, at, purpose: 'checkpoints', key: next } as const
  const entry = signKeyChange(change, { key: believed, secretKey: old.secretKey })

  test('is believed by whoever believed the old one', () => {
    const logged = decodeEntry(encodeEntry(entry))
    expect(logged).toEqual({ ok: true, value: entry })
    expect(isKeyChangeBy(entry, ORIGIN, believed)).toBe(true)
  })

  test('is not believed for another key, purpose, time or log, nor unsigned, nor by another key', () => {
    const other = formatVerifierKey(noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(3) }))
    expect(isKeyChangeBy({ ...entry, key: other }, ORIGIN, believed)).toBe(false)
    expect(isKeyChangeBy({ ...entry, purpose: 'receipts' }, ORIGIN, believed)).toBe(false)
    expect(isKeyChangeBy({ ...entry, at: at + 1 }, ORIGIN, believed)).toBe(false)
    expect(isKeyChangeBy(entry, 'elsewhere.example', believed)).toBe(false)
    expect(isKeyChangeBy({ ...entry, signedBy: null }, ORIGIN, believed)).toBe(false)
    expect(isKeyChangeBy(entry, ORIGIN, noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(2) }))).toBe(false)
  })
})
