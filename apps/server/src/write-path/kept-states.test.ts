import { openAccountState } from '@rueda/rules/ledger/account-state.ts'
import { type Identified, type RecordKind, recordKind } from '@rueda/rules/ledger/record.ts'
import { describe, expect, it } from 'vitest'
import { type KeptState, KeptStates } from './kept-states.ts'
import type { Kinds } from './record-kind.ts'

type Plan = Readonly<{ id: string; isOver: boolean }>
const planKind = recordKind<Plan>({ name: 'plan' })
/** Changed outside the write path, and in no register. */
const cardKind = recordKind<Identified>({ name: 'card' })
const nothing = (): Promise<void> => Promise.resolve()
const stored = { kind: planKind, table: 'plans', classes: {}, insert: nothing, update: nothing, isKept: ({ isOver }: Plan) => !isOver }
const kinds = { records: [stored], events: [] } as unknown as Kinds

const stateOf = (accountId: string, plans: readonly Plan[] = []): KeptState => {
  const state = openAccountState(accountId)
  for (const plan of plans) planKind.of(state).set(plan.id, plan)
  return { state, version: 1n, whole: new Set() }
}
const keysOf = (kept: KeptState | null, kind: RecordKind<Plan>): readonly string[] => (kept === null ? [] : [...kind.of(kept.state).keys()])

describe('states between batches', () => {
  it('are taken out by the batch that works on them', () => {
    const states = new KeptStates(kinds)
    states.put(stateOf('1'))
    expect(states.take('1')?.version).toBe(1n)
    expect(states.take('1')).toBeNull()
  })

  it('keep what goes on, and neither what is over nor what changes outside the write path', () => {
    const states = new KeptStates(kinds)
    const put = stateOf('1', [
      { id: 'a', isOver: false },
      { id: 'b', isOver: true },
    ])
    cardKind.of(put.state).set('card', { id: 'card' })
    states.put(put)
    const kept = states.take('1')
    expect(keysOf(kept, planKind)).toEqual(['a'])
    expect(kept?.state.records.has(cardKind)).toBe(false)
  })

  it('are bounded: the account that was not used the longest is read anew, and one with very much in it always', () => {
    const states = new KeptStates(kinds, 2)
    for (const accountId of ['1', '2']) states.put(stateOf(accountId))
    states.put(states.take('1') ?? stateOf('1'))
    states.put(stateOf('3'))
    expect(states.all().map(({ state }) => state.accountId)).toEqual(['1', '3'])
    expect(states.take('2')).toBeNull()
    states.put(
      stateOf(
        '4',
        Array.from({ length: 101 }, (_, index) => ({ id: `${index}`, isOver: false })),
      ),
    )
    expect(states.take('4')).toBeNull()
    expect(states.take('3')).not.toBeNull()
  })
})
