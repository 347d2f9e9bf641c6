import { describe, expect, it } from 'vitest'
import { accountStateWith, NOW, plainHash, TODAY } from '../testing/us.ts'
import { openAccountState, post, walletOf } from './account-state.ts'
import { isBalanced, reversalOf, transfer } from './entry.ts'

describe('an entry', () => {
  it('adds up to zero per asset, or is no entry', () => {
    expect(isBalanced(transfer({ from: 'U:STOCK:CASH', to: 'U:STOCK:HOLD', asset: 'USD', amount: 5n }))).toBe(true)
    expect(isBalanced([])).toBe(false)
    expect(
      isBalanced([
        { account: 'a', asset: 'USD', amount: 1n },
        { account: 'b', asset: 'ARS', amount: -1n },
      ]),
    ).toBe(false)
    expect(
      isBalanced([
        { account: 'a', asset: 'USD', amount: 0n },
        { account: 'b', asset: 'USD', amount: 0n },
      ]),
    ).toBe(false)
  })

  it('is refused by the books when it is not balanced, or takes what is not there', () => {
    const state = openAccountState('1')
    const cause = { kind: 'transfer', id: '1', step: 0 } as const
    const unbalanced = { journal: 'J20', cause, valueDate: TODAY, lines: [{ account: 'U:STOCK:CASH', asset: 'USD', amount: 1n }] } as const
    expect(() => post(state, { entries: [unbalanced] }, NOW, plainHash)).toThrow('unbalanced')
    const overdraft = {
      journal: 'J20',
      cause,
      valueDate: TODAY,
      lines: transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n }),
    } as const
    expect(() => post(state, { entries: [overdraft] }, NOW, plainHash)).toThrow('below zero')
  })

  it('is refused by the books when it touches an account that its journal has no business with', () => {
    const gift = transfer({ from: 'H:PROMO:USD', to: 'U:STOCK:CASH', asset: 'USD', amount: 1n })
    const draft = { journal: 'J20', cause: { kind: 'transfer', id: '1', step: 0 }, valueDate: TODAY, lines: gift } as const
    expect(() => post(openAccountState('1'), { entries: [draft] }, NOW, plainHash)).toThrow('an entry J20 moves nothing of H:PROMO:USD')
    expect(() => post(openAccountState('1'), { entries: [{ ...draft, journal: 'J98' }] }, NOW, plainHash)).not.toThrow()
  })

  it('is undone only by its exact negation, which names it', () => {
    const state = accountStateWith(5_000n)
    const [first] = post(
      state,
      {
        entries: [
          {
            journal: 'J20',
            cause: { kind: 'transfer', id: '1', step: 0 },
            valueDate: TODAY,
            lines: transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 700n }),
          },
        ],
      },
      NOW,
      plainHash,
    )
    if (first === undefined) throw new Error('no entry')
    const [reversal] = post(state, { entries: [reversalOf(first, TODAY)] }, NOW, plainHash)
    expect(reversal).toMatchObject({ journal: 'J99', reversalOf: first.sequence, sequence: first.sequence + 1, previousHash: first.hash })
    expect(walletOf(state, 'STOCK').cash).toBe(5_000n)
    expect(walletOf(state, 'FUTURE').cash).toBe(0n)
  })
})

describe('the practice grant (J98)', () => {
  it('arrives in US_WALLET and half of it is placed in STOCK', () => {
    const state = accountStateWith(5_000_000n)
    expect(walletOf(state, 'US_WALLET').cash).toBe(5_000_000n)
    expect(walletOf(state, 'STOCK').cash).toBe(5_000_000n)
  })
})
