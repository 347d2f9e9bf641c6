import { quotes } from '@rueda/contract/quotes.ts'
import { type WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { SharedList } from './SharedList.tsx'

/** Goal: a link shows a list to anybody, says that it is somebody else's, and trusts nothing that it says. */
afterEach(leave)

const ardv = quoteOf('US', 'ARDV', { name: 'Aurora Devices' })
const kept: WireWatchlist = { id: '01a1fd22-b178-7ed2-a02c-6916a8f97824', name: null, usual: 0, count: 1, holds: null }
const open = (search: string, signedIn = false) =>
  visit(SharedList, {
    at: `pages/watchlist/shared?${search}`,
    answers: [
      answer(quotes.many, ({ list = [] }) => list.map(({ stkcode }) => (stkcode === 'ARDV' ? ardv : null))),
      answer(quotes.list, onePage([])),
      answer(watchlist.lists, { lists: [], most: 10, mostInstruments: 200 }),
      answer(watchlist.list, []),
      answer(watchlist.create, ({ name }) => ({ ...kept, name })),
    ],
    signedIn,
  })

it('shows what is listed here, and names what is not', async () => {
  await open('name=Largo+plazo&codes=US.ARDV,US.GONE,nonsense')
  expect(await screen.findByText('Aurora Devices')).toBeDefined()
  expect(screen.getByText('Largo plazo')).toBeDefined()
  expect(screen.getByText(/Alguien te compartió esta lista/u)).toBeDefined()
  expect(screen.getByText('US.GONE, nonsense')).toBeDefined()
})

it('shows a stranger’s name as text alone, and no more of it than a name has', async () => {
  await open(`name=${encodeURIComponent(`<b id="x">${'y'.repeat(100)}</b>`)}&codes=US.ARDV`)
  expect(await screen.findByText(`<b id="x">${'y'.repeat(20)}`)).toBeDefined()
  expect(document.getElementById('x')).toBeNull()
})

it('sends a guest to sign in, and back to the same link', async () => {
  const { place, asked } = await open('name=A&codes=US.ARDV')
  fireEvent.click(await screen.findByRole('button', { name: 'Iniciá sesión para guardarla' }))
  await waitFor(() => expect(place()).toContain('pages/auth/login'))
  expect(new URLSearchParams(place().split('?')[1]).get('return')).toBe('/pages/watchlist/shared?name=A&codes=US.ARDV')
  expect(asked(watchlist.create)).toEqual([])
})

it('is kept under its name, or another, with what is listed here', async () => {
  const { place, asked } = await open('name=Largo+plazo&codes=US.ARDV,US.GONE', true)
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar como lista mía' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Nombre de la lista')
  expect(field.value).toBe('Largo plazo')
  fireEvent.change(field, { target: { value: 'De Juan' } })
  fireEvent.click(screen.getByRole('button', { name: 'Crear lista' }))
  await waitFor(() => expect(asked(watchlist.create)).toEqual([{ name: 'De Juan', instruments: [{ stockCode: 'ARDV', market: 'US' }] }]))
  await waitFor(() => expect(place()).toBe('pages/watchlist/index'))
})

it('of nothing says so', async () => {
  const { asked } = await open('codes=')
  expect(await screen.findByText('Este enlace no trae ningún instrumento.')).toBeDefined()
  expect(asked(quotes.many)).toEqual([])
})
