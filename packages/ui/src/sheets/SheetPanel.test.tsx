import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
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

it('the first key scrolls what is in it', async () => {
  render(
    <SheetPanel open title="Terms" onClose={() => undefined}>
      <button type="button">Agree</button>
    </SheetPanel>,
  )
  const content = (await screen.findByText('Agree')).closest('[tabindex="0"]')
  await waitFor(() => expect(document.activeElement).toBe(content))
})

it('keys go on scrolling after a step whose button is gone', async () => {
  render(
    <SheetPanel open title="Terms" onClose={() => undefined}>
      <p>The next step.</p>
    </SheetPanel>,
  )
  const content = (await screen.findByText('The next step.')).closest('[tabindex="0"]')
  await waitFor(() => expect(document.activeElement).toBe(content))
  act(() => screen.getByRole('dialog').focus())
  expect(document.activeElement).toBe(content)
})

it('a field that asks for the focus keeps it', async () => {
  render(
    <SheetPanel open title="Code" onClose={() => undefined}>
      <input autoFocus aria-label="code" />
    </SheetPanel>,
  )
  const field = await screen.findByLabelText('code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await new Promise((later) => setTimeout(later, FOCUS_SETTLES_MS))
  expect(document.activeElement).toBe(field)
})

const FOCUS_SETTLES_MS = 50
