import { expect, it } from 'vitest'
import { type PositionInFull, lotsCsv, lotsJson } from './lots-export.ts'

const full = {
  position: { stockCode: 'ARDV', market: 'US', positionNum: 'P1', currency: 'USD', venue: 'SIM' },
  lots: [
    { acquiredDate: '2026-11-09', quantity: '50', avgPrice: '12.00', costAmount: '600.00', marketValue: '650.00', profit: '50.00' },
    { acquiredDate: '2026-11-10', quantity: '1', avgPrice: '12.00', costAmount: '12.00', marketValue: null, profit: null },
  ],
  disposals: [
    {
      acquiredDate: '2026-11-02',
      disposedDate: '2026-11-20',
      quantity: '100',
      proceeds: '1300.00',
      costAmount: '1000.00',
      profit: '300.00',
    },
  ],
  dividends: [],
  lotProfit: '350.00',
} as unknown as PositionInFull

it('lots first, then what was sold, each with what it cost and brought; what has no price stays empty', () => {
  const words = { mark: 'Simulated', columns: ['Kind', 'Code'], lot: 'Lots', sold: 'Sold' }
  expect(lotsCsv(full, words).split('\r\n').slice(1)).toEqual([
    'Kind,Code',
    'Lots,ARDV,2026-11-09,,50,600.00,650.00,50.00,USD,',
    'Lots,ARDV,2026-11-10,,1,12.00,,,USD,',
    'Sold,ARDV,2026-11-02,2026-11-20,100,1000.00,1300.00,300.00,USD,',
    '',
  ])
})

it('the JSON says where it is from and keeps every figure as text', () => {
  expect(JSON.parse(lotsJson(full))).toMatchObject({ venue: 'SIM', stockCode: 'ARDV', lotProfit: '350.00', lots: [{ quantity: '50' }, {}] })
})
