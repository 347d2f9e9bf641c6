import type { CashFlow } from '@rueda/contract/wallets.ts'
import { describe, expect, it } from 'vitest'
import { groupedFlows } from './grouped-flows.ts'

/** An order that was filled in many parts is one movement among the others. */
const NOON = Date.parse('2026-11-20T15:00:00Z')
const flowOf = (id: string, differs: Partial<CashFlow> = {}): CashFlow => ({
  ...{ id, walletType: 'STOCK', bizType: 'BUY', bizNo: 'S1', amount: '-10.05', balanceAfter: `${id}.00` },
  ...{ currency: 'USD', remark: 'HRPT', createTimeTimestamp: NOON, orderId: null, quantity: null },
  ...differs,
})
const listed = (...flows: CashFlow[]) =>
  groupedFlows(flows).map(({ flow: { id, amount, balanceAfter }, parts }) => [id, amount, balanceAfter, parts.length])

describe('movements', () => {
  it('of the executions of one order are one, with their sum and the balance after the last', () => {
    expect(listed(flowOf('3'), flowOf('2'), flowOf('1'))).toEqual([['3', '-30.15', '3.00', 3]])
  })

  it('of other orders, wallets, kinds and days stand by themselves', () => {
    const others = [
      flowOf('5', { bizNo: 'S2' }),
      flowOf('4', { bizNo: 'S2', bizType: 'SELL' }),
      flowOf('3'),
      flowOf('2', { walletType: 'AR' }),
      flowOf('1', { createTimeTimestamp: NOON - 86_400_000, walletType: 'AR' }),
    ]
    expect(listed(...others).map(([id]) => id)).toEqual(['5', '4', '3', '2', '1'])
  })

  it('with something between them stay apart, in the order of the ledger', () => {
    expect(listed(flowOf('3'), flowOf('2', { bizNo: 'S2' }), flowOf('1')).map(([id]) => id)).toEqual(['3', '2', '1'])
  })

  it('that are no executions are never put together', () => {
    const transfer = { bizType: 'TRANSFER', bizNo: 'T1' }
    expect(listed(flowOf('2', transfer), flowOf('1', transfer))).toHaveLength(2)
    expect(listed(flowOf('2', { bizNo: '' }), flowOf('1', { bizNo: '' }))).toHaveLength(2)
  })

  it('keep the decimals of their currency', () => {
    const taiwan = { currency: 'TWD', amount: '-1000', walletType: 'TW' }
    expect(listed(flowOf('2', taiwan), flowOf('1', taiwan))).toEqual([['2', '-2000', '2.00', 2]])
  })
})
