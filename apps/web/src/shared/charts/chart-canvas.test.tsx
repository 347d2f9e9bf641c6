import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { ChartCanvasProps } from './ChartCanvas.tsx'
import type { Drawing, Shown } from './drawing.ts'

/** Goal: the effects of fingers, mouse and keys on the chart, and its words. Method: the drawing is a stub that records its calls. */
const heard = { shown: [] as unknown[], marked: [] as (number | null)[], moved: [] as unknown[] }
vi.doMock('./drawing.ts', () => ({
  drawChart: (): Drawing => ({
    show: (shown) => void heard.shown.push(shown),
    recolour: () => undefined,
    barAt: (x) => Math.round(x / 10),
    mark: (at) => void heard.marked.push(at),
    view: () => ({ from: -0.5, to: 29.5 }),
    moveView: (view) => void heard.moved.push(view),
    onView: () => () => undefined,
    width: () => 300,
    // A hundred pixels for one of money, 140 at the top.
    yOf: (price) => (140 - price) * 100,
    priceAt: (y) => 140 - y / 100,
    remove: () => undefined,
  }),
}))
// Modules are shared by the files of a worker; these are loaded anew for this one.
vi.resetModules()
const { default: ChartCanvas } = await import('./ChartCanvas.tsx')
afterAll(() => {
  vi.doUnmock('./drawing.ts')
  vi.resetModules()
})

const bars = Array.from({ length: 30 }, (_, at): KlineBar => {
  const close = String(100 + at)
  return { timestamp: at * 60_000, open: close, high: close, low: close, close, volume: '10', turnover: '0' }
})

const scrubbed: (string | null)[] = []
const shown = (more: Partial<ChartCanvasProps> = {}) => {
  for (const list of [...Object.values(heard), scrubbed]) list.length = 0
  render(
    <ChartCanvas
      bars={bars}
      first={10}
      look="line"
      period="1D"
      zone={null}
      base={null}
      lines={[]}
      compared={null}
      overlays={[{ kind: 'sma', parameters: [5] }]}
      panes={[{ kind: 'rsi', parameters: [14] }]}
      marks={new Map()}
      decimals={2}
      write={String}
      free={false}
      turned={false}
      label="the chart"
      moveHint="drag the line"
      spoken={({ close }) => `at ${close}`}
      marked={(at) => (at === 28 ? ['you bought'] : [])}
      onScrub={(bar) => void scrubbed.push(bar?.close ?? null)}
      onStart={null}
      {...more}
    />,
  )
  return screen.getByRole('slider')
}
afterEach(cleanup)

describe('the keys', () => {
  it('go from bar to bar within the period, say each with its studies and marks, and let go', () => {
    const chart = shown()
    expect(chart.getAttribute('aria-valuetext')).toBe('at 129, MA 5 127.00, RSI 14 100.00')
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(chart.getAttribute('aria-valuetext')).toBe('at 128, you bought, MA 5 126.00, RSI 14 100.00')
    fireEvent.keyDown(chart, { key: 'Home' })
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(chart.getAttribute('aria-valuenow')).toBe('10')
    fireEvent.keyDown(chart, { key: 'Escape' })
    expect(heard.marked.at(-1)).toBeNull()
    expect(scrubbed).toEqual(['128', '110', '110', null])
  })

  it('come closer and further where the view is free, and leave Escape to what is around', () => {
    const chart = shown({ free: true })
    fireEvent.keyDown(chart, { key: '+' })
    expect(heard.moved).toHaveLength(1)
    fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuenow')).toBe('0')
    fireEvent.keyDown(chart, { key: 'Escape' })
    expect(scrubbed).toEqual(['100'])
  })
})

const touch = (x: number, y: number) => ({ pointerType: 'touch', pointerId: 1, clientX: x, clientY: y })

describe('a finger', () => {
  it('sideways moves the cross until it is lifted; up and down is left to the page', () => {
    const chart = shown()
    fireEvent.pointerDown(chart, touch(100, 50))
    fireEvent.pointerMove(chart, touch(150, 52))
    fireEvent.pointerUp(chart, touch(150, 52))
    expect(scrubbed).toEqual(['115', null])
    fireEvent.pointerDown(chart, touch(100, 50))
    fireEvent.pointerMove(chart, touch(102, 90))
    fireEvent.pointerMove(chart, touch(180, 90))
    expect(scrubbed).toEqual(['115', null])
  })

  it('moves along the bars of a free view, downwards where the chart lies on its side', () => {
    const chart = shown({ free: true, turned: true, bars: [...bars, ...bars.map((bar) => ({ ...bar, timestamp: bar.timestamp + 1e9 }))] })
    fireEvent.pointerDown(chart, touch(100, 200))
    fireEvent.pointerMove(chart, touch(100, 180))
    fireEvent.pointerMove(chart, touch(100, 150))
    expect(scrubbed).toEqual([])
    expect(heard.moved.map((view) => (view as { from: number }).from)).toEqual([1.5, 2.5])
  })
})

it('is given its studies, and another line when there is one', () => {
  shown()
  const { studies } = heard.shown.at(-1) as Shown
  expect(studies.map(({ name, pane }) => [name, pane])).toEqual([
    ['MA 5', 0],
    ['RSI 14', 1],
  ])
  expect(studies[0]?.values.slice(3, 5)).toEqual([[null], [102]])
})

describe('the line of an order', () => {
  const order = { price: '139.5', label: '+10', kind: 'order' as const, handle: { orderId: 'one', text: 'Buy · Limit · 10 ·' } }
  const moved: (readonly [string, number])[] = []
  const withOrder = () => {
    moved.length = 0
    shown({ lines: [order], onMoveLine: (orderId, price) => void moved.push([orderId, price]) })
    const handle = screen.getByRole('button', { name: /Buy · Limit · 10/ })
    handle.setPointerCapture = () => undefined
    return handle
  }
  const pointer = (type: string, clientY: number) => new MouseEvent(type, { clientY, button: 0, bubbles: true, cancelable: true })

  it('is dragged to another price, and says where it is on the way', () => {
    const handle = withOrder()
    fireEvent(handle, pointer('pointerdown', 50))
    fireEvent(handle, pointer('pointermove', 90))
    expect(handle.textContent).toContain('139.1')
    expect(moved).toEqual([])
    fireEvent(handle, pointer('pointerup', 90))
    expect(moved).toEqual([['one', 139.1]])
  })
  it('stays where it is when it is only pressed, or when the drag is broken off', () => {
    const handle = withOrder()
    fireEvent(handle, pointer('pointerdown', 50))
    fireEvent(handle, pointer('pointermove', 52))
    fireEvent(handle, pointer('pointerup', 52))
    expect(moved).toEqual([['one', 139.5]])
    fireEvent(handle, pointer('pointerdown', 50))
    fireEvent(handle, pointer('pointermove', 90))
    fireEvent(handle, pointer('pointercancel', 90))
    expect(moved).toHaveLength(1)
  })
  it('cannot be moved where nothing listens', () => {
    shown({ lines: [order] })
    expect(screen.queryByRole('button', { name: /Buy/ })).toBeNull()
  })
})
