import { describe, expect, it } from 'vitest'
import type { InputRecord } from './input-record.ts'
import { type OwnExecution, cancelledAt, compareOwn, executionsOf, ordersOfOwner } from './own-order.ts'

/** What an owner finds of the own order on a day (`docs/rules/proof.md` P.43). */
const of = (number: number, owner: string, order: string, kind: 'cancel' | 'reduce' = 'reduce'): InputRecord =>
  kind === 'cancel'
    ? { number, at: number * 1_000, salt: '00', kind, owner, order }
    : { number, at: number * 1_000, salt: '00', kind, owner, order, by: '100000000' }
const begin: InputRecord = { number: 1, at: 1_000, salt: '00', kind: 'begin', halts: [], closed: [], listed: [] }

describe('the orders of an owner', () => {
  const records = [begin, of(2, 'me', 'first'), of(3, 'you', 'other'), of(4, 'me', 'second'), of(5, 'me', 'first', 'cancel')]

  it('are found by the owner alone, each once', () => {
    expect(ordersOfOwner(records, 'me')).toEqual(['first', 'second'])
    expect(ordersOfOwner(records, 'nobody')).toEqual([])
  })

  it('are not over where an amendment takes them off and puts them in again', () => {
    const again = { ...of(6, 'me', 'first'), kind: 'arrive' } as unknown as InputRecord
    expect(cancelledAt([...records, again], 'first')).toBeNull()
    expect(cancelledAt([...records, again, of(7, 'me', 'first', 'cancel')], 'first')).toBe(7_000)
  })

  it('are over where the chain takes them off', () => {
    expect(cancelledAt(records, 'first')).toBe(5_000)
    expect(cancelledAt(records, 'second')).toBeNull()
  })
})

describe('the executions of an order', () => {
  const fill: OwnExecution = { at: 1_250, price: 18_237_000_000n, quantity: 300_000_000n, resting: false }
  const later: OwnExecution = { ...fill, at: 1_500, price: 18_238_000_000n, resting: true }
  const differences = (shown: readonly OwnExecution[], taped: readonly OwnExecution[], rerun: readonly OwnExecution[] | null) =>
    compareOwn({ shown, taped, rerun }).map(({ fromTape, fromRerun }) => [fromTape, fromRerun])

  it('are picked out of a day in their order', () => {
    const day = [
      { orderId: 'me', ...fill },
      { orderId: 'you', ...fill },
      { life: 0, orderId: 'me', ...later },
    ]
    expect(executionsOf(day, 'me')).toEqual([fill, later])
  })

  it('are the same to the unit and to the millisecond', () => {
    expect(differences([fill, later], [fill, later], [fill, later])).toEqual([
      [null, null],
      [null, null],
    ])
    // Without a rerun nothing is said of it.
    expect(differences([fill], [fill], null)).toEqual([[null, null]])
  })

  it.each([
    ['a price of one unit more in the account', [{ ...fill, price: fill.price + 1n }], [fill], [fill], [['price', null]]],
    [
      'a price of one unit more in account and tape',
      [{ ...fill, price: fill.price + 1n }],
      [{ ...fill, price: fill.price + 1n }],
      [fill],
      [[null, 'price']],
    ],
    ['a quantity of one unit less', [{ ...fill, quantity: fill.quantity - 1n }], [fill], [fill], [['quantity', null]]],
    ['a millisecond', [{ ...fill, at: fill.at + 1 }], [fill], [fill], [['time', null]]],
    ['taking for resting', [{ ...fill, resting: true }], [fill], [fill], [['resting', null]]],
    ['an order that the tape leaves out', [fill], [], [], [['unfounded', null]]],
    [
      'an execution that the account leaves out',
      [fill],
      [fill, later],
      [fill, later],
      [
        [null, null],
        ['missing', null],
      ],
    ],
    [
      'an execution that the engine does not give',
      [fill, later],
      [fill, later],
      [fill],
      [
        [null, null],
        [null, 'unfounded'],
      ],
    ],
    [
      'an execution that the house did not book',
      [fill],
      [fill],
      [fill, later],
      [
        [null, null],
        [null, 'missing'],
      ],
    ],
    [
      'two that changed places',
      [later, fill],
      [fill, later],
      [fill, later],
      [
        ['price', null],
        ['price', null],
      ],
    ],
  ] as const)('differ by %s', (_, shown, taped, rerun, found) => {
    expect(differences(shown, taped, rerun)).toEqual(found)
  })
})
