import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import Toaster from './Toaster.tsx'
import { TOAST_MS, toast } from './toast.ts'

/** Goal: a word that passes never asks for anything, and never stands beside another. */
afterEach(cleanup)

it('a toast is there alone, without a button, and passes', async () => {
  render(<Toaster />)
  await act(() => toast('Copiado'))
  expect(await screen.findByText('Copiado')).toBeDefined()
  await act(() => toast('Guardado'))
  expect(await screen.findByText('Guardado')).toBeDefined()
  expect(screen.queryByText('Copiado')).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  const shownAt = performance.now()
  await waitFor(() => expect(screen.queryByText('Guardado')).toBeNull(), { timeout: 3 * TOAST_MS })
  expect(performance.now() - shownAt).toBeGreaterThan(TOAST_MS / 2)
})
