import { quotes } from '@rueda/contract/quotes.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { QuoteHeader } from './QuoteHeader.tsx'

/** Goal: outside the regular session nobody takes an evening's price for the close, or its move for the day's. */
afterEach(leave)

const evening = quoteOf('US', 'ARDV', {
  price_nominal: '191.00',
  change: '3.00',
  change_ratio: '1.60',
  tradeStatus: 'POST',
  extendedHours: {
    session: 'POST',
    regularClose: '189.95',
    regularChange: '1.95',
    regularChangeRatio: '1.04',
    change: '1.05',
    changeRatio: '0.55',
  },
})
const shown = (quote = evening) =>
  visit(() => <QuoteHeader quote={quote} scrubbed={null} />, { at: '', answers: [answer(quotes.kline, klineOf)] })
const klineOf = () => ({
  stockCode: 'ARDV',
  market: 'US' as const,
  type: '1D' as const,
  interval: '1m',
  tz: 'America/New_York',
  preClose: '188.00',
  venue: 'SIM',
  items: [],
})

describe('the head of a quote in the evening', () => {
  it('shows the regular close with its change first', async () => {
    await shown()
    expect(await screen.findByText('189,95')).toBeDefined()
    expect(screen.getByText('+1,95 (+1,04%)')).toBeDefined()
  })
  it('and beside it the evening’s price with its change against that close, under the session’s name', async () => {
    await shown()
    expect(await screen.findByText('Poscierre')).toBeDefined()
    expect(screen.getByText('191,00')).toBeDefined()
    expect(screen.getByText('+1,05 (+0,55%)')).toBeDefined()
    expect(screen.queryByText('+3,00 (+1,60%)')).toBeNull()
  })
  it('says the other name before the open', async () => {
    await shown({
      ...evening,
      tradeStatus: 'PRE',
      ...(evening.extendedHours === undefined ? {} : { extendedHours: { ...evening.extendedHours, session: 'PRE' } }),
    })
    expect(await screen.findByText('Preapertura')).toBeDefined()
  })
  it('has one price in the regular session', async () => {
    const { extendedHours: _, ...regular } = evening
    await shown(regular)
    expect(await screen.findByText('191,00')).toBeDefined()
    expect(screen.getByText('+3,00 (+1,60%)')).toBeDefined()
    expect(screen.queryByText('Poscierre')).toBeNull()
  })
})
