import { type WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StarButton } from '../quotes/StarButton.tsx'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { useWatching } from './watching.ts'

/** Goal: the star is the usual list's, and its menu puts an instrument on any list. */
afterEach(leave)

const ENERGY = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const quote = quoteOf('US', 'ARDV', { name: 'Aurora Devices' })
const energy: WireWatchlist = { id: ENERGY, name: 'Energía', usual: 0, count: 4, holds: 1 }
const lists: WireWatchlist[] = [{ id: USUAL_LIST, name: null, usual: 1, count: 0, holds: 0 }, energy]

const Starred = () => <StarButton quote={quote} watching={useWatching()} />
const open = (signedIn = true) =>
  visit(Starred, {
    at: 'pages/quote/stock',
    answers: [
      answer(watchlist.list, []),
      answer(watchlist.lists, { lists, most: 10, mostInstruments: 200 }),
      answer(watchlist.add, { id: ENERGY, selfSelectStatus: 1 }),
      answer(watchlist.put, { id: ENERGY }),
      answer(watchlist.take, true),
      answer(watchlist.create, { ...energy, name: 'Chips' }),
    ],
    signedIn,
  })
const star = () => screen.findByRole('button', { name: /Agregar Aurora Devices a favoritos/u })
const put = { stockCode: 'ARDV', market: 'US' }

it('a press is the usual list', async () => {
  const { asked } = await open()
  fireEvent.click(await star())
  await waitFor(() => expect(asked(watchlist.add)).toMatchObject([{ secuCode: 'ARDV' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('its menu has a switch for each list', async () => {
  const { asked } = await open()
  fireEvent.contextMenu(await star())
  const energy = await screen.findByRole('switch', { name: 'Energía' })
  expect(energy.getAttribute('aria-checked')).toBe('true')
  expect(asked(watchlist.lists)).toEqual([put])
  fireEvent.click(energy)
  await waitFor(() => expect(asked(watchlist.take)).toEqual([{ listId: ENERGY, ...put }]))
  fireEvent.click(screen.getByRole('switch', { name: 'Favoritos' }))
  await waitFor(() => expect(asked(watchlist.put)).toEqual([{ listId: USUAL_LIST, ...put }]))
  expect(asked(watchlist.add)).toEqual([])
})

it('a new list begins with the instrument', async () => {
  const { asked } = await open()
  fireEvent.contextMenu(await star())
  fireEvent.click(await screen.findByRole('button', { name: 'Nueva lista' }))
  fireEvent.change(await screen.findByLabelText('Nombre de la lista'), { target: { value: 'Chips' } })
  fireEvent.click(screen.getByRole('button', { name: 'Crear lista' }))
  await waitFor(() => expect(asked(watchlist.create)).toEqual([{ name: 'Chips', instruments: [put] }]))
})

it('a guest has no lists to choose from', async () => {
  await open(false)
  fireEvent.contextMenu(await star())
  expect(screen.queryByRole('dialog')).toBeNull()
})
