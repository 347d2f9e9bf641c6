import { describe, expect, it } from 'vitest'
import { isFinal, next } from '../machine.ts'
import { type OrderAction, orderMachine, orderStatuses } from './order.ts'

const actions: OrderAction[] = ['trigger', 'open', 'fillPart', 'fillRest', 'cancel', 'exhaust', 'expire']

/** The whole table of rule book D.2: rows are statuses, columns actions, "-" is refused. */
const matrix = `
            trigger    open       fillPart   fillRest   cancel     exhaust    expire
held        working    -          -          -          cancelled  cancelled  expired
queued      -          working    -          -          cancelled  cancelled  expired
working     -          -          partial    filled     cancelled  cancelled  expired
partial     -          -          partial    filled     cancelled  cancelled  expired
filled      -          -          -          -          -          -          -
cancelled   -          -          -          -          -          -          -
expired     -          -          -          -          -          -          -
`

describe('the life of an order', () => {
  const rows = matrix.trim().split('\n').slice(1)

  it('has exactly these statuses', () => expect(rows.map((row) => row.split(/\s+/u)[0])).toEqual(orderStatuses))

  it.each(rows)('%s', (row) => {
    const [status = '', ...expected] = row.split(/\s+/u)
    const found = actions.map((action) => next(orderMachine, status as never, action) ?? '-')
    expect(found).toEqual(expected)
  })

  it('is over for good once filled, cancelled or expired', () => {
    for (const status of ['filled', 'cancelled', 'expired'] as const) expect(isFinal(orderMachine, status)).toBe(true)
  })
})
