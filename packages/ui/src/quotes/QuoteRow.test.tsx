import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { QuoteRow } from './QuoteRow.tsx'

/** Goal: the small line and the change beside it never say different things. */
afterEach(cleanup)

type Shown = Readonly<{ closes: readonly string[]; price: string; changePercent: string }>

const lineOf = ({ closes, price, changePercent }: Shown) => {
  const { container } = render(
    <QuoteRow name="Aurora" code="ARDV" href="#" price={price} changePercent={changePercent} closes={closes} previousClose="100.00" />,
  )
  const path = container.querySelector('path[stroke]')
  return { colour: path?.getAttribute('stroke'), ends: path?.getAttribute('d')?.split('L').at(-1)?.split(' ').map(Number) }
}

it('the line has the colour of the change, also where its last close is older than the price', () => {
  expect(lineOf({ closes: ['90.00', '99.00'], price: '101.00', changePercent: '1.00' }).colour).toBe('var(--up)')
  cleanup()
  expect(lineOf({ closes: ['90.00', '101.00'], price: '99.00', changePercent: '-1.00' }).colour).toBe('var(--down)')
  cleanup()
  expect(lineOf({ closes: ['90.00', '100.01'], price: '100.001', changePercent: '0.00' }).colour).toBe('var(--flat)')
})

it('the line ends at the price, above the dashed one of the previous close when the change is up', () => {
  const { ends } = lineOf({ closes: ['90.00', '99.00'], price: '110.00', changePercent: '10.00' })
  expect(ends).toEqual([64, 2])
})

it('the line has fifty closes at most, the newest', () => {
  const closes = Array.from({ length: 60 }, (_, at) => String(100 + at))
  const { container } = render(
    <QuoteRow name="Aurora" code="ARDV" href="#" price="160.00" changePercent="1.00" closes={closes} previousClose="100.00" />,
  )
  expect(container.querySelector('path[stroke]')?.getAttribute('d')?.split('L')).toHaveLength(50)
})
