import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { Rail } from './Rail.tsx'

/** On a desk a keyboard comes first to a way past everything that stands before the page. */
afterEach(leave)

const Desk = () => (
  <>
    <Rail current="home" />
    <main id="screen" tabIndex={-1} />
  </>
)

it('is the first link, leads into the page, and leaves the address as it is', async () => {
  const { place } = await visit(Desk, { at: 'pages/fees/index', answers: [] })
  const first = screen.getAllByRole('link')[0]
  expect(first?.textContent).toBe('Saltar al contenido')
  if (first !== undefined) fireEvent.click(first)
  expect(document.activeElement?.id).toBe('screen')
  expect(place()).toBe('pages/fees/index')
})
