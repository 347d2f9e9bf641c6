import { encodeEntry } from '@rueda/proof/entries.ts'
import { signKeyChange } from '@rueda/proof/key-change.ts'
import { noteKey } from '@rueda/proof/note.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { ORIGIN } from '@rueda/proof/testing/log.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type House,
  ACCOUNT,
  RECEIPT_SIGNER,
  answer,
  book,
  entryAfter,
  newHouse,
  newestOf,
  readingOf,
  say,
} from '../../testing/log-and-account.ts'
import { CONFIRM_MS, type Judgement, OVERDUE_FOR_LONG_MS, OVERDUE_MS, accepted, judge } from './judge.ts'
import { type Kept, NOTHING_KEPT } from './kept.ts'

/** `docs/rules/proof.md` P.22, P.30: the house's signed word on each command, held to what it shows later. */
const MINUTE_MS = 60_000
const OTHER_SIGNER = { name: `${ORIGIN}/receipts`, secretKey: new Uint8Array(32).fill(9) }
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
})

/** The device looks, and forgets of what it was handed what it has judged. */
function look(change: Parameters<typeof readingOf>[2] = {}, later = MINUTE_MS): Judgement {
  now += later
  const judgement = judge(kept, readingOf(house, kept, change), now)
  ;({ kept } = judgement)
  house.taken = house.taken.filter((taken) => !judgement.judged.includes(taken))
  return judgement
}
const kindOf = ({ outcome, kept: { contradiction } }: Judgement) => (outcome === 'contradiction' ? contradiction?.kind : outcome)

describe('a receipt that holds', () => {
  it('waits for its checkpoint, is covered by it, and of each checkpoint the newest is kept', () => {
    book(house)
    answer(house)
    book(house)
    answer(house)
    expect(look().outcome).toBe('fine')
    expect(kept.receipts.map(({ size, receipt: { sequence } }) => [sequence, size])).toEqual([
      [3, null],
      [4, null],
    ])
    say(house)
    expect(look().outcome).toBe('fine')
    expect(kept.receipts.map(({ size, receipt: { sequence } }) => [sequence, size])).toEqual([[4, house.size]])
  })

  it('is kept beside them where an order was placed with it', () => {
    book(house)
    answer(house)
    house.taken = house.taken.map((taken) => ({ ...taken, orderId: 'one' }))
    book(house)
    answer(house)
    say(house)
    expect(look().outcome).toBe('fine')
    expect(kept.receipts.map(({ orderId, size }) => [orderId, size])).toEqual([
      ['one', house.size],
      [undefined, house.size],
    ])
  })

  it('may be of a sequence that was seen and logged before, and of none', () => {
    answer(house)
    expect(look().outcome).toBe('fine')
    book(house)
    say(house)
    look()
    answer(house, { sequence: 1, head: house.chain[0]?.hash ?? '' })
    answer(house, { sequence: 0, head: '0'.repeat(64) })
    expect(look().outcome).toBe('fine')
    expect(house.taken).toEqual([])
  })

  it('is believed with another key where the one before signed for it in the log', () => {
    const change = { origin: ORIGIN, at: 1, purpose: 'receipts', key: formatVerifierKey(noteKey(OTHER_SIGNER)) } as const
    const entry = signKeyChange(change, { key: noteKey(RECEIPT_SIGNER), secretKey: RECEIPT_SIGNER.secretKey })
    house.log.push(encodeEntry(entry))
    house.size += 1
    house.receiptSigner = OTHER_SIGNER
    answer(house)
    expect(look().outcome).toBe('fine')
    expect(kept.log?.receiptKeys).toHaveLength(2)
  })

  it('is neither judged nor forgotten while the log does not answer, nor on a device that knows no key of receipts', () => {
    answer(house, { command: '00'.repeat(32) })
    expect(look({ log: null }).outcome).not.toBe('contradiction')
    if (kept.log !== null) kept = { ...kept, log: { ...kept.log, receiptKeys: [] } }
    expect(look({ log: { receiptKeys: [] } }).outcome).toBe('fine')
    expect(house.taken).toHaveLength(1)
    expect(kindOf(look())).toBe('receipt-other-command')
  })

  it('is not judged by entries that could not all be read', () => {
    answer(house)
    book(house)
    book(house)
    expect(look({ account: { isWhole: false, entries: house.chain.slice(2, 3) } }).outcome).toBe('fine')
  })
})

describe('a house that lies', () => {
  it('signs a receipt with a key that nobody signed for', () => {
    house.receiptSigner = OTHER_SIGNER
    answer(house)
    expect(kindOf(look())).toBe('receipt-not-signed')
    expect(kept.contradiction).toMatchObject({ accountId: ACCOUNT, evidence: { receipts: [{ receipt: { sequence: 2 } }] } })
    expect(kept.contradiction?.evidence.receiptKeys).toHaveLength(1)
  })

  it('changes a receipt after it was signed, or signs one of another log', () => {
    answer(house)
    house.taken = house.taken.map((taken) => ({ ...taken, receipt: { ...taken.receipt, sequence: 1 } }))
    const before = kept
    expect(kindOf(look())).toBe('receipt-not-signed')
    kept = before
    house.taken = []
    answer(house, { origin: 'elsewhere.example/trust/log' })
    expect(kindOf(look())).toBe('receipt-not-signed')
  })

  it('signs for another command than the one that was sent', () => {
    answer(house, { command: '00'.repeat(32) })
    expect(kindOf(look())).toBe('receipt-other-command')
  })

  it('signs for a head that its history has not, or under a label that is not the account’s', () => {
    answer(house, { head: 'ab'.repeat(32) })
    const before = kept
    expect(kindOf(look())).toBe('receipt-changed')
    kept = before
    house.taken = []
    answer(house, { label: 'ab'.repeat(16) })
    expect(kindOf(look())).toBe('receipt-changed')
  })

  it('books something else behind a receipt before the device looks again', () => {
    book(house)
    answer(house)
    house.chain[2] = entryAfter(house.chain[1], 5_000n)
    book(house)
    say(house)
    expect(kindOf(look())).toBe('receipt-changed')
  })

  it('never books what it signed for: looked at twice, and over when it is there', () => {
    answer(house, { sequence: 3, head: entryAfter(house.chain[1], 100n).hash })
    expect(look().outcome).toBe('suspicious')
    expect(kindOf(look({}, CONFIRM_MS))).toBe('receipt-cut')
    look()
    expect(kept.contradiction?.kind).toBe('receipt-cut')
    book(house)
    expect(newestOf(house.chain).sequence).toBe(3)
    expect(look().outcome).toBe('fine')
    expect(kept.contradiction).toBeNull()
  })

  it('never logs what it signed for: amber after ten minutes, and a contradiction with the receipt after a day', () => {
    book(house)
    answer(house)
    for (let passed = 0; passed <= OVERDUE_MS; passed += MINUTE_MS) look()
    expect(look().outcome).toBe('overdue')
    for (let passed = 0; passed <= OVERDUE_FOR_LONG_MS; passed += OVERDUE_MS) look({}, OVERDUE_MS)
    expect(kindOf(look())).toBe('receipt-not-logged')
    expect(kept.contradiction?.evidence.receipts).toHaveLength(1)
    say(house)
    expect(look().outcome).toBe('fine')
    expect(kept.contradiction).toBeNull()
  })
})

it('what is kept of receipts is bounded, belongs to its account, and goes when another past is accepted', () => {
  for (let more = 0; more < 30; more += 1) {
    book(house)
    answer(house)
    say(house)
    look()
  }
  expect(kept.receipts).toHaveLength(20)
  expect(kept.receipts.at(-1)?.receipt.sequence).toBe(house.chain.length)
  look({ account: { id: 'another', key: '08'.repeat(32), receipts: [], entries: [], newest: { sequence: 1, head: 'ab'.repeat(32) } } })
  expect(kept.receipts.filter(({ accountId }) => accountId === ACCOUNT)).toHaveLength(20)
  look({ account: { key: '08'.repeat(32) } })
  expect(accepted(kept, now).receipts).toEqual([])
})
