import { headEntry } from '@rueda/proof/head.ts'
import { encodeEntry } from '@rueda/proof/entries.ts'
import { signKeyChange } from '@rueda/proof/key-change.ts'
import { noteKey } from '@rueda/proof/note.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN } from '@rueda/proof/testing/log.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type House, book, bytesOf, entryAfter, newHouse, newestOf, readingOf, say } from '../../testing/log-and-account.ts'
import { CONFIRM_MS, type Judgement, OVERDUE_FOR_LONG_MS, OVERDUE_MS, accepted, accused, judge } from './judge.ts'
import { hashOf } from './chain.ts'
import { type Kept, type KeptAccount, NOTHING_KEPT } from './kept.ts'

/** `docs/rules/proof.md` P.30: what a device keeps of the house's word, and what contradicts it. */
const MINUTE_MS = 60_000
const OTHER_SECRET = new Uint8Array(32).fill(9)
const BEGAN = Date.UTC(2026, 2, 11)

let house: House
let kept: Kept
let now: number
beforeEach(() => {
  house = newHouse()
  kept = NOTHING_KEPT
  now = BEGAN
  book(house)
  book(house)
  say(house)
  look()
  book(house)
  say(house)
})

/** The device looks, a minute later, and keeps what it judged. */
function look(change: Parameters<typeof readingOf>[2] = {}, later = MINUTE_MS): Judgement {
  now += later
  const judgement = judge(kept, readingOf(house, kept, change), now)
  ;({ kept } = judgement)
  return judgement
}
const kindOf = ({ outcome, kept: { contradiction } }: Judgement) => (outcome === 'contradiction' ? contradiction?.kind : outcome)

describe('what another check finds against the house', () => {
  const tape = { kind: 'tape-changed', accountId: 'one', evidence: { logEntries: [{ entry: 3, bytes: '00' }] } } as const

  it('is kept with what the device believed, stays over looks that find nothing, and is over when it is accepted', () => {
    kept = accused(kept, tape, now)
    expect(kept.contradiction).toMatchObject({ kind: 'tape-changed', accountId: 'one', evidence: { origin: ORIGIN, ...tape.evidence } })
    expect(kept.contradiction?.evidence.believedCheckpoint).toBe(kept.log?.checkpoint)
    look()
    expect(kept.contradiction?.kind).toBe('tape-changed')
    expect(accepted(kept, now)).toMatchObject({ contradiction: null, accepted: [{ kind: 'tape-changed' }] })
  })

  it('does not take the place of what was found before', () => {
    kept = accused(accused(kept, tape, now), { ...tape, kind: 'execution-changed' }, now)
    expect(kept.contradiction?.kind).toBe('tape-changed')
  })
})

describe('a house that tells the truth', () => {
  it('is believed, and the newest of it is kept', () => {
    expect(look().outcome).toBe('fine')
    expect(kept.log).toMatchObject({ origin: ORIGIN, size: house.size, readTo: house.size, keys: [formatVerifierKey(LOG_KEY)] })
    expect(kept.accounts[0]).toMatchObject({ newest: newestOf(house.chain), waiting: null })
    expect(kept.accounts[0]?.heads.map(({ sequence }) => sequence)).toEqual([2, 3])
    expect(kept).toMatchObject({ contradiction: null, fineAt: now, overdueSince: null })
  })

  it('keeps nothing of the key but its hash, and of each head what opens that one', () => {
    look()
    expect(JSON.stringify(kept)).not.toContain('07'.repeat(32))
    expect(kept.accounts[0]?.heads.every(({ label, opening }) => label.length === 32 && opening.length === 64)).toBe(true)
  })

  it('may be silent, may grow, and may grow beyond one file of entries', () => {
    look()
    expect(look().outcome).toBe('fine')
    for (let more = 0; more < 20; more += 1) {
      book(house)
      say(house)
    }
    expect(house.size).toBeGreaterThan(256)
    expect(look().outcome).toBe('fine')
    book(house)
    say(house)
    expect(look().outcome).toBe('fine')
  })

  it('may not answer: nothing is said, and nothing is forgotten', () => {
    look()
    const before = kept
    expect(look({ log: null, account: null })).toEqual({ kept: before, outcome: 'unreachable', judged: [] })
    expect(look({ log: { note: '<html>the page of a hotel</html>' }, account: null }).outcome).toBe('unreachable')
    expect(look({ log: { hashes: null }, account: null }).outcome).toBe('unreachable')
    expect(look().outcome).toBe('fine')
  })

  it('is believed with another key where the one before signed for it in the log', () => {
    look()
    const next = noteKey({ name: ORIGIN, secretKey: OTHER_SECRET })
    const change = { origin: ORIGIN, at: 1, purpose: 'checkpoints', key: formatVerifierKey(next) } as const
    house.log.push(encodeEntry(signKeyChange(change, { key: LOG_KEY, secretKey: LOG_SECRET })))
    house.size += 1
    house.secret = OTHER_SECRET
    expect(look().outcome).toBe('fine')
    expect(kept.log?.keys).toEqual([formatVerifierKey(next), formatVerifierKey(LOG_KEY)])
    book(house)
    say(house)
    expect(look().outcome).toBe('fine')
  })

  it('is not contradicted by somebody else who signs in on the device', () => {
    look()
    expect(
      look({ account: { id: 'another', key: '08'.repeat(32), receipts: [], newest: { sequence: 1, head: 'ab'.repeat(32) } } }).outcome,
    ).toBe('fine')
    expect(kept.accounts.map(({ id }) => id)).toEqual(['another', '4711'])
  })
})

describe('a house that lies', () => {
  it('signs with a key that nobody signed for', () => {
    look()
    house.secret = OTHER_SECRET
    expect(kindOf(look())).toBe('unknown-key')
    house.log.push(
      encodeEntry({
        kind: 'key',
        at: 1,
        purpose: 'checkpoints',
        key: formatVerifierKey(noteKey({ name: ORIGIN, secretKey: OTHER_SECRET })),
        beacon: null,
        signedBy: null,
      }),
    )
    house.size += 1
    expect(kindOf(look())).toBe('unknown-key')
  })

  it('shows another log', () => {
    look()
    house.origin = 'elsewhere.example/trust/log'
    expect(kindOf(look())).toBe('another-log')
  })

  it('signs two trees of one size', () => {
    look()
    house.log[0] = new TextEncoder().encode('another first entry')
    expect(kindOf(look())).toBe('two-trees')
    expect(kept.contradiction?.evidence).toMatchObject({
      believedCheckpoint: expect.stringContaining(ORIGIN),
      shownCheckpoint: expect.stringContaining(ORIGIN),
    })
  })

  it('changes an entry of the log and computes everything behind it anew', () => {
    look()
    house.log[3] = new TextEncoder().encode('changed afterwards')
    book(house)
    say(house)
    expect(kindOf(look())).toBe('log-rewritten')
    expect(kept.contradiction?.evidence.consistencyProof).not.toBeNull()
  })

  it('gives entries that its own tree does not have', () => {
    look()
    book(house)
    say(house)
    const [bundle] = readingOf(house, kept).log?.bundles ?? []
    const entries = (bundle?.entries ?? []).with(-1, new TextEncoder().encode('not in the tree'))
    expect(kindOf(look({ log: { bundles: [{ first: 0, entries }] } }))).toBe('entry-changed')
  })

  it('cuts its log: an older checkpoint is looked at twice before it is a contradiction, and over when the newest is back', () => {
    look()
    const whole = { size: house.size, receipts: house.receipts }
    house.size = 17
    expect(look({ account: null }).outcome).toBe('suspicious')
    expect(look({ account: null }, CONFIRM_MS - 1).outcome).toBe('suspicious')
    expect(kindOf(look({ account: null }))).toBe('older-checkpoint')
    Object.assign(house, whole)
    expect(look().outcome).toBe('fine')
    expect(kept.contradiction).toBeNull()
  })

  it('shows an older checkpoint of another tree, which needs no second look', () => {
    look()
    const shown = readingOf(house, kept).log
    house.log[0] = new TextEncoder().encode('another first entry')
    house.size = 17
    expect(kindOf(look({ log: { believedHashes: shown?.hashes ?? null }, account: null }))).toBe('two-trees')
  })

  it('says that a head is in the log where it is not', () => {
    look()
    book(house)
    say(house)
    const receipts = house.receipts.map((receipt) => (receipt.sequence === 4 ? { ...receipt, entry: 0 } : receipt))
    expect(kindOf(look({ account: { receipts } }))).toBe('head-missing')
    expect(kept.contradiction).toMatchObject({ accountId: '4711', evidence: { inclusionProof: { entry: 0 } } })
  })

  it('cuts the history of the account', () => {
    look()
    house.chain.pop()
    house.receipts.pop()
    expect(look().outcome).toBe('suspicious')
    expect(kindOf(look())).toBe('history-cut')
  })

  it('hides a head that it has shown', () => {
    look()
    house.receipts.shift()
    look()
    expect(kindOf(look())).toBe('history-cut')
  })

  it('changes an entry of the account and computes everything behind it anew', () => {
    look()
    const [first] = house.chain
    const second = entryAfter(first, 5_000n)
    house.chain = [first ?? second, second, entryAfter(second, 100n)]
    expect(kindOf(look())).toBe('history-changed')
  })

  it('goes on from a changed entry, with the heads that were seen left as they are', () => {
    look()
    const [first] = house.chain
    const second = entryAfter(first, 5_000n)
    const third = entryAfter(second, 100n)
    house.chain = [first ?? second, second, third, entryAfter(third, 100n)]
    say(house)
    expect(kindOf(look())).toBe('history-changed')
  })

  it('shows another head for a sequence that was seen', () => {
    look()
    const receipts = house.receipts.map((receipt) => (receipt.sequence === 2 ? { ...receipt, head: 'cd'.repeat(32) } : receipt))
    expect(kindOf(look({ account: { receipts } }))).toBe('history-changed')
  })

  it('keeps entries back, or gives an entry with a hash that is not its own', () => {
    look()
    book(house)
    say(house)
    const before = kept
    expect(kindOf(look({ account: { entries: [] } }))).toBe('history-changed')
    kept = before
    const entries = house.chain.slice(-1).map((entry) => ({ ...entry, valueDate: '2026-03-12' }))
    expect(kindOf(look({ account: { entries } }))).toBe('history-changed')
  })

  it('swaps the key of the account', () => {
    look()
    expect(kindOf(look({ account: { key: '08'.repeat(32) } }))).toBe('account-key-changed')
  })

  it('swaps the key that new entries cover, or leaves it out again', () => {
    look()
    const last = house.chain.at(-1)
    const next = entryAfter(last, 100n)
    const before = kept
    const covering = (keyCommitment: string | null) => ({ ...next, keyCommitment, hash: hashOf({ ...next, keyCommitment }) })
    house.chain.push(covering('ef'.repeat(32)))
    expect(kindOf(look())).toBe('account-key-changed')
    kept = before
    house.chain.splice(-1, 1, covering(null))
    expect(kindOf(look())).toBe('history-changed')
    // A device that kept the account before chains covered keys learns it with the first entry that does.
    kept = { ...before, accounts: before.accounts.map(({ coversKey: _, ...account }) => account as KeptAccount) }
    expect(look().outcome).not.toBe('contradiction')
  })

  it('logs a second head under one label', () => {
    look()
    const [, second] = house.chain
    house.log.push(headEntry(house.key, { sequence: 2, head: bytesOf(second?.previousHash ?? '') }))
    house.size += 1
    expect(kindOf(look())).toBe('label-twice')
    expect(kept.contradiction?.evidence.logEntries).toHaveLength(1)
  })
})

describe('a head that no checkpoint covers', () => {
  /** Looks every minute, as an open app does oftener than that. */
  const lookFor = (ms: number): Judgement => {
    for (let passed = MINUTE_MS; passed < ms; passed += MINUTE_MS) look()
    return look()
  }
  beforeEach(() => {
    look()
    book(house)
  })

  it('may wait for its checkpoint, and is overdue after ten minutes', () => {
    expect(look().outcome).toBe('fine')
    expect(lookFor(OVERDUE_MS - MINUTE_MS).outcome).toBe('fine')
    expect(look().outcome).toBe('overdue')
    expect(kept.overdueSince).not.toBeNull()
    say(house)
    expect(look().outcome).toBe('fine')
    expect(kept.overdueSince).toBeNull()
  })

  it('stays overdue while the account moves on and the log does not answer', () => {
    lookFor(OVERDUE_MS - MINUTE_MS)
    book(house)
    look({ log: null })
    expect(look({ log: null }).outcome).toBe('overdue')
  })

  it('is a contradiction after a day, and none any more when it is covered', () => {
    for (let passed = 0; passed <= OVERDUE_FOR_LONG_MS; passed += OVERDUE_MS) look({}, OVERDUE_MS)
    expect(kindOf(look())).toBe('overdue')
    say(house)
    expect(look().outcome).toBe('fine')
    expect(kept.contradiction).toBeNull()
  })

  it('is not overdue because the device or the server was away', () => {
    look()
    expect(look({}, OVERDUE_FOR_LONG_MS * 2).outcome).toBe('fine')
    expect(look({}, MINUTE_MS).outcome).toBe('fine')
    expect(look({}, 2 * MINUTE_MS)).toMatchObject({ outcome: 'contradiction' })
  })
})

describe('a contradiction', () => {
  beforeEach(() => {
    look()
    look({ account: { key: '08'.repeat(32) } })
  })

  it('stays when the house shows what it showed before, and the first one is kept', () => {
    expect(look().outcome).toBe('fine')
    expect(kept.contradiction?.kind).toBe('account-key-changed')
    house.secret = OTHER_SECRET
    look()
    expect(kept.contradiction?.kind).toBe('account-key-changed')
  })

  it('is over when the customer accepts what is shown, which is remembered', () => {
    house.key = new Uint8Array(32).fill(8)
    kept = accepted(kept, now)
    expect(kept).toMatchObject({
      contradiction: null,
      log: null,
      accounts: [],
      accepted: [{ kind: 'account-key-changed', acceptedAt: now }],
    })
    say(house)
    expect(look({ account: { receipts: house.receipts.slice(-1) } }).outcome).toBe('fine')
  })

  it('shows no key in its evidence', () => {
    const { evidence } = kept.contradiction ?? {}
    expect(evidence?.seenHeads.length).toBeGreaterThan(0)
    for (const key of ['07', '08']) expect(JSON.stringify(evidence)).not.toContain(key.repeat(32))
  })
})
