import type { InputOf } from '@rueda/contract/endpoint.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import ComparisonSheet from './ComparisonSheet.tsx'
import ComparisonTable from './ComparisonTable.tsx'
import { ComparisonLegend } from './ComparisonLegend.tsx'
import { choose } from './chart-choices.ts'
import { compare, uncompare } from './chart-comparisons.ts'
import { useChartSeries } from './use-chart-series.ts'
import { useComparison } from './use-comparison.ts'
import { useComparisonWords } from './use-comparison-words.ts'

/** Goal: several instruments are compared on one chart: what is chosen, in words, in the legend and in a table. */
const ARDV = quoteOf('US', 'ARDV')
const others = ['ONE', 'TWO', 'SIX', 'TEN'].map((code) => quoteOf('US', code))
const [one] = others
afterEach(() => {
  for (const { code } of others) act(() => uncompare(ARDV.code, code))
  act(() => choose({ period: '1D' }))
  leave()
})

/** Three days that end at 103 from 100; of ONE two of them, from 50 to 60. */
const days: Readonly<Record<string, readonly (readonly [date: string, open: string, close: string])[]>> = {
  ARDV: [
    ['2026-03-09', '100', '101'],
    ['2026-03-10', '101', '102'],
    ['2026-03-11', '102', '103'],
  ],
  ONE: [
    ['2026-03-09', '50', '55'],
    ['2026-03-11', '55', '60'],
  ],
}
const kline = answer(quotes.kline, ({ stockCode, market = 'US', type }: InputOf<typeof quotes.kline>) => ({
  stockCode,
  market,
  type,
  interval: 'day',
  tz: 'America/New_York',
  preClose: '0',
  venue: 'SIM',
  items: (days[stockCode] ?? []).map(([date, open, close]) => ({
    timestamp: Date.parse(`${date}T13:30Z`),
    ...{ open, high: close, low: open, close, volume: '1', turnover: '0' },
  })),
}))
const hot = answer(quotes.hot, [ARDV, ...others])
const choices = () => screen.getAllByRole('button', { name: /Agregar/u })
const offered = () => screen.findAllByRole('button', { name: /Agregar/u })

describe('the sheet', () => {
  const Sheet = () => <ComparisonSheet quote={ARDV} />

  it('offers a guest what others trade, without the chart’s own, and takes three', async () => {
    await visit(Sheet, { at: '', answers: [hot] })
    expect(await offered()).toHaveLength(4)
    expect(screen.getByText('Populares')).toBeDefined()
    for (const name of ['ONE', 'TWO', 'SIX']) fireEvent.click(screen.getByRole('button', { name: new RegExp(`Agregar ${name} name`, 'u') }))
    expect(choices()).toHaveLength(1)
    expect(choices()[0]).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Quitar TWO name' }))
    expect(choices().map((button) => (button as HTMLButtonElement).disabled)).toEqual([false, false])
  })

  it('offers what is watched', async () => {
    const watched = others
      .slice(0, 2)
      .map((quote, sort) => ({ ...quote, id: `01a1fd22-b178-7ed2-a02c-6916a8f9782${sort}`, sort, addTimestamp: 0 }))
    await visit(Sheet, { at: '', answers: [hot, answer(watchlist.list, watched)], signedIn: true })
    expect(await screen.findByText('Tus favoritos')).toBeDefined()
    expect(await offered()).toHaveLength(2)
  })

  it('finds others by name or code, and says when there is none', async () => {
    const search = answer(quotes.search, ({ keyword }) => (keyword === 'ten' ? others.slice(3) : []))
    await visit(Sheet, { at: '', answers: [hot, search] })
    const field = screen.getByLabelText('Nombre o código')
    fireEvent.change(field, { target: { value: 'ten' } })
    fireEvent.click(await screen.findByRole('button', { name: /Agregar TEN name/u }))
    expect(screen.getByRole('button', { name: 'Quitar TEN name' })).toBeDefined()
    fireEvent.change(field, { target: { value: 'nobody' } })
    expect(await screen.findByText('No hay nada con ese nombre o código')).toBeDefined()
  })
})

describe('a comparison over three months', () => {
  function Shown() {
    const { kline, drawn, first } = useChartSeries(ARDV, false, 0)
    const comparison = useComparison(ARDV, { kline, bars: drawn, first })
    const words = useComparisonWords({ quote: ARDV, comparison, period: '3M', zone: 'America/New_York' })
    const bar = comparison.bars[1]
    return (
      <>
        <p>{words.summary}</p>
        <p>{bar === undefined ? '' : words.spoken(bar, 1)}</p>
        <ComparisonLegend quote={ARDV} comparison={comparison} at={1} />
      </>
    )
  }

  it('is told as a whole and bar by bar, with the last known price of each', async () => {
    choose({ period: '3M' })
    if (one !== undefined) compare(ARDV.code, one)
    await visit(Shown, { at: '', answers: [kline] })
    expect(await screen.findByText('3M, en porcentaje desde la primera barra: ARDV name +3,00%, ONE name +20,00%')).toBeDefined()
    expect(screen.getByText('10/03/2026, ARDV name +2,00%, ONE name +10,00%')).toBeDefined()
  })

  it('has a legend with the percent at the cross, in which a press takes an instrument off', async () => {
    choose({ period: '3M' })
    if (one !== undefined) compare(ARDV.code, one)
    await visit(Shown, { at: '', answers: [kline] })
    const legend = screen.getByRole('list', { name: 'Comparar' })
    expect(await within(legend).findByText('+10,00%')).toBeDefined()
    expect(within(legend).getByText('+2,00%')).toBeDefined()
    fireEvent.click(within(legend).getByRole('button', { name: /Quitar ONE name/u }))
    expect(within(legend).queryByText('ONE name')).toBeNull()
    expect(within(legend).getByText('ARDV name')).toBeDefined()
  })

  it('reads as a table, newest first', async () => {
    choose({ period: '3M' })
    if (one !== undefined) compare(ARDV.code, one)
    await visit(() => <ComparisonTable quote={ARDV} label="percent" />, { at: '', answers: [kline] })
    expect(await screen.findByText('+20,00%')).toBeDefined()
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Fecha y hora', 'ARDV', 'ONE'],
      ['11/03/2026', '+3,00%', '+20,00%'],
      ['10/03/2026', '+2,00%', '+10,00%'],
      ['09/03/2026', '+1,00%', '+10,00%'],
    ])
  })
})
