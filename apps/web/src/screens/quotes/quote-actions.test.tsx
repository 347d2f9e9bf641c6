import { watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { QuoteActions } from './QuoteActions.tsx'

/** Goal: the menu of a quote leads where the menu of its row in a list leads. */
afterEach(leave)

const quote = quoteOf('US', 'ARDV', { name: 'Aurora Devices' })
const open = (signedIn: boolean) =>
  visit(() => <QuoteActions quote={quote} />, {
    at: 'pages/quote/stock',
    answers: [
      answer(watchlist.list, []),
      answer(watchlist.lists, { lists: [{ id: USUAL_LIST, name: null, usual: 1, count: 0, holds: 0 }], most: 10, mostInstruments: 200 }),
    ],
    signedIn,
  })

it('chooses among the lists, and goes back to the menu', async () => {
  await open(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Más opciones' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Elegir listas' }))
  expect(await screen.findByRole('switch', { name: 'Favoritos' })).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Listas con Aurora Devices' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByRole('button', { name: 'Elegir listas' })).toBeDefined()
})

it('asks a guest to sign in first', async () => {
  const { place } = await open(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Más opciones' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Elegir listas' }))
  expect(place()).toContain('pages/auth/login')
})
