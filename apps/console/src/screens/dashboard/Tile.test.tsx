import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Tile } from './Tile.tsx'

/** Goal: a figure is read in one line, however much money it is. */
it.each([
  ['0', 'text-total'],
  ['$2,500.75', 'text-total'],
  ['ARS 1,500,000.00', 'text-title'],
  ['ARS 1,234,567,890.00', 'text-nav'],
])('%s is never broken and written as large as the tile allows', (figure, size) => {
  const { unmount } = render(<Tile label="Came in" figure={figure} line="1 in all" href={null} />)
  expect(screen.getByText(figure).className.split(' ')).toEqual(expect.arrayContaining(['whitespace-nowrap', size]))
  unmount()
})
