import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { compare, uncompare, useCompared } from './chart-comparisons.ts'

/** Goal: what is compared on a chart is that chart's own, at most three others, and kept on the device. */
const CHART = 'US:ARDV'
const codes = (chart = CHART) => renderHook(() => useCompared(chart)).result.current.map(({ code }) => code)
const kept = () => (JSON.parse(localStorage.getItem('rueda.comparisons') ?? '{}') as { state: { of: Record<string, unknown[]> } }).state.of
const add = (stockCode: string, chart = CHART) => act(() => compare(chart, quoteOf('US', stockCode)))
afterEach(() => {
  for (const code of codes()) act(() => uncompare(CHART, code))
  cleanup()
})

describe('what is compared', () => {
  it('comes in the order it was added, each once, never the chart’s own, three at most', () => {
    for (const code of ['ONE', 'ONE', 'ARDV', 'TWO', 'SIX', 'TEN']) add(code)
    expect(codes()).toEqual(['US:ONE', 'US:TWO', 'US:SIX'])
    act(() => uncompare(CHART, 'US:TWO'))
    add('TEN')
    expect(codes()).toEqual(['US:ONE', 'US:SIX', 'US:TEN'])
  })
  it('is of one chart alone', () => {
    add('ONE')
    expect(codes('US:TWO')).toEqual([])
  })
  it('is kept on the device without prices, and forgotten with its last one', () => {
    add('ONE')
    expect(kept()[CHART]).toEqual([
      { code: 'US:ONE', stock_code: 'ONE', market: 'US', source: quoteOf('US', 'ONE').source, name: 'ONE name' },
    ])
    act(() => uncompare(CHART, 'US:ONE'))
    expect(kept()).not.toHaveProperty(CHART)
  })
})
