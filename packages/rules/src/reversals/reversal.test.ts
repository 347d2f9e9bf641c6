import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountStateWith, NOW, plainHash, TODAY } from '../testing/us.ts'
import { type AccountState, post, walletOf } from '../ledger/account-state.ts'
import { type CauseKind, type Entry, type Line, transfer } from '../ledger/entry.ts'
import { type Journal, journals } from '../ledger/journals.ts'
import { reversalBarOf, reverseEntry } from './reversal.ts'
import { messageKind } from '../messages/records.ts'

const REFERRAL = transfer({ from: 'H:REFERRAL:USD', to: 'U:STOCK:CASH', asset: 'USD', amount: 1_250n })

function booked(state: AccountState, journal: Journal, lines: readonly Line[], kind: CauseKind = 'referral'): Entry {
  const [entry] = post(
    state,
    { entries: [{ journal, cause: { kind, id: `${journal} ${state.sequence}`, step: 0 }, lines, valueDate: TODAY }] },
    NOW,
    plainHash,
  )
  if (entry === undefined) throw new Error('nothing was booked')
  return entry
}

const reversing = (entry: Entry, isReversed = false) => ({ entry, isReversed, reason: 'correction', valueDate: TODAY }) as const

describe('a reversal', () => {
  it('is exactly the lines of the entry with the opposite sign, and names it', () => {
    const state = accountStateWith(0n)
    const entry = booked(state, 'J95', REFERRAL)
    const decided = reverseEntry(state, reversing(entry))
    expect(decided).toMatchObject({
      ok: true,
      value: {
        entries: [{ journal: 'J99', reversalOf: entry.sequence, cause: { kind: 'reversal', id: String(entry.sequence), step: 0 } }],
      },
    })
    if (!decided.ok) return
    expect(decided.value.entries[0]?.lines).toEqual([
      { account: 'H:REFERRAL:USD', asset: 'USD', amount: 1_250n },
      { account: 'U:STOCK:CASH', asset: 'USD', amount: -1_250n },
    ])
    post(state, decided.value, NOW, plainHash)
    expect(walletOf(state, 'STOCK').cash).toBe(0n)
  })

  it('is told to the customer with the amount, the wallet and the reason', () => {
    const state = accountStateWith(0n)
    const decided = reverseEntry(state, reversing(booked(state, 'J95', REFERRAL)))
    expect(decided.ok && messageKind.in(decided.value)).toEqual([
      { template: 'correction.taken', facts: { amount: '12.50 USD', wallet: 'STOCK', actReason: 'correction' }, link: null },
    ])
  })

  it('is done once', () => {
    const state = accountStateWith(0n)
    const entry = booked(state, 'J95', REFERRAL)
    expect(reverseEntry(state, reversing(entry, true))).toMatchObject({
      refusal: 'entry.reversed_already',
      facts: { sequence: entry.sequence },
    })
  })

  it('never takes a balance below zero: one cent short is refused', () => {
    const state = accountStateWith(0n)
    const entry = booked(state, 'J95', REFERRAL)
    booked(state, 'J20', transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n }), 'transfer')
    expect(reverseEntry(state, reversing(entry))).toMatchObject({ refusal: 'entry.not_covered', facts: { wallet: 'STOCK' } })
    booked(state, 'J20', transfer({ from: 'U:FUTURE:CASH', to: 'U:STOCK:CASH', asset: 'USD', amount: 1n }), 'transfer')
    expect(reverseEntry(state, reversing(entry))).toMatchObject({ ok: true })
  })

  it('that was wrong can be taken back itself, and the customer has the money again', () => {
    const state = accountStateWith(0n)
    const entry = booked(state, 'J95', REFERRAL)
    const first = reverseEntry(state, reversing(entry))
    const [reversal] = first.ok ? post(state, first.value, NOW, plainHash) : []
    if (reversal === undefined) throw new Error('nothing was reversed')
    const second = reverseEntry(state, reversing(reversal))
    expect(second.ok && messageKind.in(second.value)).toMatchObject([{ template: 'correction.given', facts: { amount: '12.50 USD' } }])
    if (second.ok) post(state, second.value, NOW, plainHash)
    expect(walletOf(state, 'STOCK').cash).toBe(1_250n)
  })

  it('of a payout that came back belongs to its withdrawal', () => {
    expect(reversalBarOf({ journal: 'J99', cause: { kind: 'withdrawal', id: '1', step: 3 } })).toBe('dedicatedFlow')
    expect(reversalBarOf({ journal: 'J99', cause: { kind: 'reversal', id: '1', step: 0 } })).toBeNull()
  })
})

/** Every journal, with why it cannot be taken back by hand. A new journal must be added here. */
const table: Readonly<Record<Journal, string | null>> = {
  ...{
    J02: 'dedicatedFlow',
    J03: 'dedicatedFlow',
    J04: 'dedicatedFlow',
    J10: 'hold',
    J11: 'dedicatedFlow',
    J12: 'dedicatedFlow',
    J13: 'hold',
  },
  ...{ J20: 'dedicatedFlow', J21: 'dedicatedFlow', J22: 'hold', J23: 'hold', J24: 'dedicatedFlow', J30: 'hold', J31: 'hold' },
  ...{ J32: 'result', J33: 'result', J34: 'result', J40: 'result', J41: 'hold', J42: 'result', J43: 'result', J44: 'result' },
  ...{ J54: 'hold', J60: 'hold', J61: 'result', J62: 'result', J63: 'hold', J85: 'result', J86: 'dedicatedFlow' },
  ...{ J50: 'hold', J51: 'result', J52: 'hold', J53: 'result' },
  ...{ J70: 'dedicatedFlow', J71: 'dedicatedFlow', J72a: 'hold', J72b: 'dedicatedFlow', J72c: 'hold', J73: 'dedicatedFlow' },
  ...{ J74: 'dedicatedFlow', J75: 'hold', J76: 'hold' },
  ...{ J80: 'hold', J81: 'result', J82: 'result', J83: 'hold' },
  ...{ J45: 'result', J46: 'result', J95: null, J96: null, J97: 'result', J98: null, J98b: 'dedicatedFlow', J99: null },
}

describe('which entries can be taken back', () => {
  it.each(Object.entries(table) as [Journal, string | null][])('%s: %s', (journal, bar) => {
    const state = accountStateWith(10_000n)
    const entry = { ...booked(state, 'J95', REFERRAL), journal, cause: { kind: 'reversal', id: '1', step: 0 } } as const
    const decided = reverseEntry(state, reversing(entry))
    if (bar === null) expect(decided).toMatchObject({ ok: true })
    else expect(decided).toMatchObject({ refusal: 'entry.irreversible', facts: { why: bar } })
  })

  it('every journal is in the table', () => expect(Object.keys(table).toSorted()).toEqual(journals.toSorted()))
})

const wallets = ['STOCK', 'FUTURE'] as const
const had = 40_000n
const movement = fc.record({ wallet: fc.constantFrom(...wallets), amount: fc.bigInt({ min: 1n, max: 10_000n }), gives: fc.boolean() })
const cash = (wallet: string): string => `U:${wallet}:CASH`

/** An account with money in both wallets, and an entry that gives to them and takes from them. */
function given(
  moves: readonly Readonly<{ wallet: string; amount: bigint; gives: boolean }>[],
): Readonly<{ books: AccountState; entry: Entry }> {
  const state = accountStateWith(had)
  booked(state, 'J98', transfer({ from: 'H:PROMO:USD', to: cash('FUTURE'), asset: 'USD', amount: had }), 'grant')
  const lines = moves.flatMap(({ wallet, amount, gives }) => {
    const [from, to] = gives ? ['H:PROMO:USD', cash(wallet)] : [cash(wallet), 'H:PROMO:USD']
    return transfer({ from, to, asset: 'USD', amount })
  })
  return { books: state, entry: booked(state, 'J98', lines, 'grant') }
}

it('whatever an entry moved, its reversal leaves every wallet as if it had never been, or is refused and changes nothing', () => {
  fc.assert(
    fc.property(fc.array(movement, { minLength: 1, maxLength: 4 }), fc.bigInt({ min: 1n, max: 80_000n }), (moves, wish) => {
      const { books: state, entry } = given(moves)
      const left = walletOf(state, 'STOCK').cash
      const spent = wish < left ? wish : left
      if (spent > 0n) booked(state, 'J20', transfer({ from: cash('STOCK'), to: cash('FOREX'), asset: 'USD', amount: spent }), 'transfer')
      const before = wallets.map((wallet) => walletOf(state, wallet).cash)
      const decided = reverseEntry(state, reversing(entry))
      if (decided.ok) post(state, decided.value, NOW, plainHash)
      else expect(decided.refusal).toBe('entry.not_covered')
      const after = wallets.map((wallet) => walletOf(state, wallet).cash)
      expect(after).toEqual(decided.ok ? [had - spent, had] : before)
    }),
  )
})
