import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { QuoteRow } from './QuoteRow.tsx'

/** Goal: the small line says what it draws, which is more than the day whose change stands beside it. */
afterEach(cleanup)

type Shown = Readonly<{ closes: readonly string[]; price: string; changePercent: string }>

const lineOf = ({ closes, price, changePercent }: Shown) => {
  const { container } = render(<QuoteRow name="Aurora" code="ARDV" href="#" price={price} changePercent={changePercent} closes={closes} />)
  const path = container.querySelector('path[stroke]')
  return { colour: path?.getAttribute('stroke'), ends: path?.getAttribute('d')?.split('L').at(-1)?.split(' ').map(Number) }
}

it('the line has the colour of its own way from its beginning to the price, whatever the day brought', () => {
  expect(lineOf({ closes: ['90.00', '99.00'], price: '101.00', changePercent: '-1.00' }).colour).toBe('var(--up)')
  cleanup()
  expect(lineOf({ closes: ['110.00', '101.00'], price: '99.00', changePercent: '1.00' }).colour).toBe('var(--down)')
  cleanup()
  expect(lineOf({ closes: ['100.00', '90.00'], price: '100.00', changePercent: '1.00' }).colour).toBe('var(--flat)')
})

it('the line ends at the price', () => {
  const { ends } = lineOf({ closes: ['90.00', '99.00'], price: '110.00', changePercent: '10.00' })
  expect(ends).toEqual([64, 2])
})

it('the line has fifty closes at most, the newest', () => {
  const closes = Array.from({ length: 60 }, (_, at) => String(100 + at))
  const { container } = render(<QuoteRow name="Aurora" code="ARDV" href="#" price="160.00" changePercent="1.00" closes={closes} />)
  expect(container.querySelector('path[stroke]')?.getAttribute('d')?.split('L')).toHaveLength(50)
})
