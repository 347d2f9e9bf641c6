import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountStateWith, NOW, plainHash, TODAY } from '../testing/us.ts'
import { openAccountState, post, walletOf } from './account-state.ts'
import { type Entry, canonicalEntry, isBalanced, reversalOf, transfer } from './entry.ts'

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

describe('the hash of an entry (G.6)', () => {
  const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
  const entry: Omit<Entry, 'hash'> = {
    accountId: '10002931',
    sequence: 7,
    at: 1_763_490_720_250,
    valueDate: '2025-11-19',
    journal: 'J32',
    cause: { kind: 'order', id: '01a1fc02-aa90-7acd-970c-f2fc2d00044b', step: 48_213 },
    lines: [
      { account: 'U:STOCK:HOLD', asset: 'USD', amount: -912_123n },
      { account: 'H:SETTLE:US:USD', asset: 'USD', amount: 911_850n },
      { account: 'H:FEE:COMMISSION:USD', asset: 'USD', amount: 273n },
      { account: 'H:SETTLESEC:US:ARDV', asset: 'US:ARDV', amount: -5_000_000_000n },
      { account: 'U:SEC:US:ARDV', asset: 'US:ARDV', amount: 5_000_000_000n },
    ],
    balancesAfter: [701n, null, null, null, 15_000_000_000n],
    execution: {
      price: 18_237_000_000n,
      quantity: 5_000_000_000n,
      at: 1_763_490_720_000,
      tradeDate: '2025-11-18',
      settlementDate: '2025-11-19',
      resting: false,
      match: null,
    },
    previousHash: sha256('rueda'),
    keyCommitment: sha256(Uint8Array.from({ length: 32 }, (_, byte) => byte)),
  }
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/rules/ledger.md'), 'utf8')
  const [, example = '', after = ''] = document.split(/```(?:text)?\n/u)

  it('is that of the worked example', () => {
    expect(`${canonicalEntry(entry)}\n`).toBe(example)
    expect(after).toContain(`Its hash is \`${sha256(canonicalEntry(entry))}\`.`)
  })

  it('covers of one from before there were keys what it always did', () => {
    const { execution: _, ...before } = { ...entry, keyCommitment: null }
    expect(`${canonicalEntry(before)}\n`).toBe(example.split('\n').toSpliced(4, 1).slice(2).join('\n'))
  })

  it('is another with any other term of the execution, and with another key', () => {
    const { execution } = entry
    if (execution === undefined) throw new Error('the example has no execution')
    const others: Omit<Entry, 'hash'>[] = [
      { ...entry, keyCommitment: sha256('another key') },
      { ...entry, execution: { ...execution, price: execution.price + 1n } },
      { ...entry, execution: { ...execution, quantity: execution.quantity + 1n } },
      { ...entry, execution: { ...execution, at: execution.at + 1 } },
      { ...entry, execution: { ...execution, tradeDate: '2025-11-17' } },
      { ...entry, execution: { ...execution, settlementDate: '2025-11-20' } },
      { ...entry, execution: { ...execution, resting: true } },
      { ...entry, execution: { ...execution, match: 48_212 } },
    ]
    expect(new Set([entry, ...others].map((each) => sha256(canonicalEntry(each)))).size).toBe(1 + others.length)
  })

  it('is of the second format from the first entry on of an account with a key, and an account without one has no terms to cover', () => {
    const draft = {
      journal: 'J98',
      cause: { kind: 'grant', id: '1', step: 0 },
      valueDate: TODAY,
      lines: transfer({ from: 'H:PROMO:USD', to: 'U:STOCK:CASH', asset: 'USD', amount: 1n }),
      ...(entry.execution === undefined ? {} : { execution: entry.execution }),
    } as const
    const [covered] = post(openAccountState('1', entry.keyCommitment), { entries: [draft] }, NOW, sha256)
    expect(covered).toMatchObject({ keyCommitment: entry.keyCommitment, execution: entry.execution })
    const [older] = post(openAccountState('1'), { entries: [draft] }, NOW, sha256)
    expect(older).toMatchObject({ keyCommitment: null })
    expect(older).not.toHaveProperty('execution')
  })
})
