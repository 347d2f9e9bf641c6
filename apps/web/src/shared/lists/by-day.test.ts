import { describe, expect, test } from 'vitest'
import { groupByDay } from './by-day.ts'
import { spanOf } from '../../screens/wallets/periods.ts'

describe('a statement', () => {
  test('is grouped by day without changing its order', () => {
    const items = ['20 b', '20 a', '19 z']
    expect(groupByDay(items, (item) => item.slice(0, 2))).toEqual([
      { day: '20', items: ['20 b', '20 a'] },
      { day: '19', items: ['19 z'] },
    ])
  })

  test('of seven days starts six days before today', () => {
    const noon = new Date(2026, 10, 20, 12).getTime()
    expect(spanOf('7', {}, noon)).toEqual({ startDate: '2026-11-14' })
    expect(spanOf('custom', { startDate: '2026-01-01', endDate: '2026-02-01' }, noon)).toEqual({
      startDate: '2026-01-01',
      endDate: '2026-02-01',
    })
  })
})
