import { quotes } from '@rueda/contract/quotes.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { choose } from '../../shared/charts/chart-choices.ts'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Moved } from './QuoteHeader.tsx'

/** Goal: the move beside the price is the one that the chart under it shows. */
afterEach(() => {
  choose({ period: '1D' })
  leave()
})

const quote = quoteOf('US', 'ARDV', { price_nominal: '110.00', change: '1.00', change_ratio: '0.92' })
const DAY = 86_400_000
const bars = [100, 104, 109].map((price, at) => {
  const close = String(price)
  return { timestamp: at * DAY, open: String(price - 2), high: close, low: close, close, volume: '10', turnover: '0' }
})
const shown = () =>
  visit(() => <Moved quote={quote} />, {
    at: '',
    answers: [
      answer(quotes.kline, ({ type }) => ({
        ...{
          stockCode: 'ARDV',
          market: 'US',
          type: type ?? '1D',
          interval: 'day',
          tz: 'America/New_York',
          preClose: '109.00',
          venue: 'SIM',
        },
        items: bars,
      })),
    ],
  })

describe('the move beside the price', () => {
  it('is the day\u2019s while the chart shows a day', async () => {
    await shown()
    expect(await screen.findByText('+1,00 (+0,92%)')).toBeDefined()
    expect(screen.queryByText('Un mes')).toBeNull()
  })
  it('is counted from the first price of a longer range, and says which', async () => {
    choose({ period: '1M' })
    await shown()
    expect(await screen.findByText('Un mes')).toBeDefined()
    // From 98 to 110.
    expect(screen.getByText('+12,00 (+12,24%)')).toBeDefined()
  })
})
