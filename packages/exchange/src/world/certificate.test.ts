import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { expect, test } from 'vitest'
import { cedears } from '../catalogue/argentine-companies.ts'
import { PriceGrid } from '../prices/price-grid.ts'
import { ConvertedPath } from './converted-path.ts'
import type { Path } from './path.ts'

test('twenty certificates of a share at 191.05 USD with the CCL at 1,520.00: 14,519.80 each, quoted at 14,520 (rule book L.4)', () => {
  const day = { tradeDate: '2026-11-20', open: 191.05, high: 191.05, low: 191.05, last: 191.05, previousClose: 191.05, at: 0 }
  const abroad: Path = { at: () => ({ price: day.last, tradeDate: day.tradeDate }), day: () => day, bars: () => null, tree: () => null }
  const days = { dateOf: () => '2026-11-20', previousTradingDate: () => '2026-11-19' }
  const certificate = new ConvertedPath(abroad, { on: () => ({ factor: 1_520 / 20, offset: 0 }), isConstant: false }, days)
  const theory = certificate.day(0)?.last ?? 0
  expect(theory).toBeCloseTo(14_519.8, 8)
  const instrument = cedears[0]?.instrument
  if (instrument === undefined) throw new Error('a certificate')
  const grid = new PriceGrid(instrument)
  expect(formatPrice(instrument, grid.toPrice(grid.toTick(theory)))).toBe('14520')
})
