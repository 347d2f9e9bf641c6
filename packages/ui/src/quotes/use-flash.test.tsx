import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UiProvider, useUi } from '../provider/context.tsx'
import { useFlash } from './use-flash.ts'

/** Goal: a price that moves is tinted rarely, and not at all for whoever does not want it. */
type Row = Readonly<{ price: string; calm?: boolean; flashes?: boolean }>

const Cell = ({ price }: Readonly<{ price: string }>) => <span ref={useFlash(price, true)}>{price}</span>

function Shown({ price, calm = false, flashes = true }: Row) {
  const ui = useUi()
  return (
    <UiProvider value={{ ...ui, calm, flashesPrices: flashes }}>
      <Cell price={price} />
    </UiProvider>
  )
}

let now = 10_000
const animate = vi.fn()
const before = Element.prototype.animate
beforeEach(() => {
  animate.mockReset()
  Element.prototype.animate = animate
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Element.prototype.animate = before
})

/** Shows each price after so many milliseconds, and returns how many flashes there were. */
function flashesOf(prices: readonly (readonly [string, number])[], row: Omit<Row, 'price'> = {}): number {
  const [first, ...later] = prices
  const { rerender } = render(<Shown {...row} price={first?.[0] ?? ''} />)
  for (const [price, after] of later) {
    now += after
    act(() => rerender(<Shown {...row} price={price} />))
  }
  return animate.mock.calls.length
}

it('flashes when the price moves, and never at first sight', () => {
  expect(flashesOf([['10.00', 0]])).toBe(0)
  cleanup()
  expect(
    flashesOf([
      ['10.00', 0],
      ['10.01', 2_000],
      ['10.01', 2_000],
    ]),
  ).toBe(1)
})

it('flashes once a second at most, however often the price moves', () => {
  const moves = Array.from({ length: 21 }, (_, at) => [`10.${at + 10}`, 100] as const)
  expect(flashesOf(moves)).toBe(2)
})

it.each([{ calm: true }, { flashes: false }])('never flashes with %o', (row) => {
  expect(
    flashesOf(
      [
        ['10.00', 0],
        ['10.01', 2_000],
      ],
      row,
    ),
  ).toBe(0)
})
