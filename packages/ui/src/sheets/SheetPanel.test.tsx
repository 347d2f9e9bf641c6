import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import SheetPanel from './SheetPanel.tsx'

afterEach(cleanup)

it('a sheet of text alone is scrolled by the keyboard as well', async () => {
  render(
    <SheetPanel open title="Terms" onClose={() => undefined}>
      <p>What was agreed.</p>
    </SheetPanel>,
  )
  const text = await screen.findByText('What was agreed.')
  expect(text.closest('[tabindex="0"]')?.className).toContain('overflow-y-auto')
})
