import { quotes } from '@rueda/contract/quotes.ts'
import { type WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseList } from '../../shared/watchlist/lists.ts'
import { useDeviceOrder } from '../../shared/watchlist/device-order.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'
import { onePage, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { ManageWatchlist } from './ManageWatchlist.tsx'
import { Watchlist } from './Watchlist.tsx'

/** Goal: one has several lists, each with its name and an order by hand that goes along to every device. */
beforeEach(() => chooseList(USUAL_LIST))
afterEach(() => {
  leave()
  useDeviceOrder.setState({ codes: [] })
})

const ENERGY = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const listOf = (differs: Partial<WireWatchlist> = {}): WireWatchlist => ({
  ...{ id: USUAL_LIST, name: null, usual: 1, count: 2, holds: null },
  ...differs,
})
const energy = listOf({ id: ENERGY, name: 'Energía', usual: 0, count: 3 })
const rowOf = (code: string, at: number): Watched => ({
  ...quoteOf('US', code, { name: `${code} Inc.` }),
  ...{ id: `01a1fd22-b178-7ed2-a02c-6916a8f9700${at}`, sort: 9 - at, addTimestamp: 1 },
})
const [ardv, cbhb, brbf] = [rowOf('ARDV', 0), rowOf('CBHB', 1), rowOf('BRBF', 2)]
const read = [
  answer(watchlist.lists, { lists: [listOf(), energy], most: 10, mostInstruments: 200 }),
  answer(watchlist.list, [ardv, cbhb]),
  answer(watchlist.instruments, [ardv, cbhb, brbf]),
  answer(quotes.list, onePage([])),
  answer(quotes.hot, []),
]
const manage = (answers: readonly ReturnType<typeof answer>[] = []) =>
  visit(ManageWatchlist, { at: 'pages/watchlist/manage', answers: [...answers, ...read], signedIn: true })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the lists', () => {
  it('are tabs with their counts, the usual one under the app’s own word', async () => {
    const { asked } = await visit(Watchlist, { at: 'pages/watchlist/index', answers: read, signedIn: true })
    await screen.findByRole('tab', { name: /Favoritos/u })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Favoritos2', 'Energía3'])
    fireEvent.click(screen.getByRole('tab', { name: /Energía/u }))
    await waitFor(() => expect(asked(watchlist.instruments)).toEqual([{ listId: ENERGY }]))
    expect(await screen.findByText('BRBF Inc.')).toBeDefined()
  })

  it('of which one is gone are the usual one again', async () => {
    chooseList('01a1fd22-b178-7ed2-a02c-6916a8f97999')
    await visit(Watchlist, { at: 'pages/watchlist/index', answers: read, signedIn: true })
    await waitFor(() => expect(screen.getByRole('tab', { name: /Favoritos/u, selected: true })).toBeDefined())
  })

  it('get a new one, under the name that was typed', async () => {
    const { asked } = await visit(Watchlist, {
      at: 'pages/watchlist/index',
      answers: [answer(watchlist.create, listOf({ ...energy, name: 'Bancos' })), ...read],
      signedIn: true,
    })
    fireEvent.click(await button('Nueva lista'))
    fireEvent.change(await screen.findByLabelText('Nombre de la lista'), { target: { value: '  Bancos ' } })
    fireEvent.click(await button('Crear lista'))
    await waitFor(() => expect(asked(watchlist.create)).toEqual([{ name: 'Bancos', instruments: [] }]))
  })

  it('of a name that is taken says so and keeps what was typed', async () => {
    await visit(Watchlist, {
      at: 'pages/watchlist/index',
      answers: [answer(watchlist.create, () => ({ refusedWith: 5071 })), ...read],
      signedIn: true,
    })
    fireEvent.click(await button('Nueva lista'))
    const field = await screen.findByLabelText<HTMLInputElement>('Nombre de la lista')
    fireEvent.change(field, { target: { value: 'energía' } })
    fireEvent.click(await button('Crear lista'))
    await waitFor(() => expect(screen.getByLabelText('Nombre de la lista').getAttribute('aria-invalid')).toBe('true'))
    expect(field.value).toBe('energía')
  })
})

describe('the order by hand', () => {
  const shown = () => screen.getAllByRole('checkbox').map((box) => box.closest('li')?.textContent.match(/[A-Z]{4}(?= Inc)/u)?.[0])

  it('follows the arrows at once and is told to the server', async () => {
    const saved = Promise.withResolvers<true>()
    const { asked } = await manage([answer(watchlist.move, () => saved.promise)])
    fireEvent.click(await button('Bajar ARDV Inc.'))
    await waitFor(() => expect(shown()).toEqual(['CBHB', 'ARDV']))
    await waitFor(() => expect(asked(watchlist.move)).toEqual([{ listId: USUAL_LIST, id: ardv.id, place: 1 }]))
    saved.resolve(true)
  })

  it('follows the keyboard on a row’s handle, which says the place', async () => {
    chooseList(ENERGY)
    const { asked } = await manage([answer(watchlist.move, true)])
    fireEvent.keyDown(await button(/Mover BRBF Inc.: lugar 3 de 3/u), { key: 'ArrowUp' })
    await waitFor(() => expect(asked(watchlist.move)).toEqual([{ listId: ENERGY, id: brbf.id, place: 1 }]))
    fireEvent.keyDown(await button(/Mover ARDV Inc.: lugar 1/u), { key: 'ArrowUp' })
    expect(asked(watchlist.move)).toHaveLength(1)
  })

  it('goes two rows when a key is pressed twice before anything is drawn', async () => {
    chooseList(ENERGY)
    const { asked } = await manage([answer(watchlist.move, true)])
    const handle = await button(/Mover BRBF Inc.: lugar 3 de 3/u)
    act(() => {
      handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
      handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
    })
    await waitFor(() => expect(asked(watchlist.move).map(({ place }) => place)).toEqual([1, 0]))
  })

  it('goes back when it could not be saved', async () => {
    const refused = Promise.withResolvers<{ refusedWith: number }>()
    await manage([answer(watchlist.move, () => refused.promise)])
    fireEvent.click(await button('Bajar ARDV Inc.'))
    await waitFor(() => expect(shown()).toEqual(['CBHB', 'ARDV']))
    refused.resolve({ refusedWith: 1002 })
    await waitFor(() => expect(shown()).toEqual(['ARDV', 'CBHB']))
  })

  it('of this device is given to the account once and forgotten', async () => {
    useDeviceOrder.setState({ codes: ['US:CBHB', 'AR:BRK.B', 'nonsense'] })
    const { asked } = await manage([answer(watchlist.takeOrder, { taken: 1 })])
    await waitFor(() => expect(useDeviceOrder.getState().codes).toEqual([]))
    expect(asked(watchlist.takeOrder)).toEqual([
      {
        instruments: [
          { market: 'US', stockCode: 'CBHB' },
          { market: 'AR', stockCode: 'BRK.B' },
        ],
      },
    ])
  })

  it('of this device stays while the server cannot be reached', async () => {
    useDeviceOrder.setState({ codes: ['US:CBHB'] })
    const { asked } = await manage()
    await waitFor(() => expect(asked(watchlist.takeOrder)).toHaveLength(1))
    await button('Bajar ARDV Inc.')
    expect(useDeviceOrder.getState().codes).toEqual(['US:CBHB'])
  })
})

describe('a list as a whole', () => {
  it('gets another name', async () => {
    chooseList(ENERGY)
    const { asked } = await manage([answer(watchlist.rename, true)])
    fireEvent.click(await button('Cambiar el nombre'))
    const field = await screen.findByLabelText<HTMLInputElement>('Nombre de la lista')
    expect(field.value).toBe('Energía')
    fireEvent.change(field, { target: { value: 'Petróleo' } })
    fireEvent.click(await button('Guardar'))
    await waitFor(() => expect(asked(watchlist.rename)).toEqual([{ listId: ENERGY, name: 'Petróleo' }]))
  })

  it('is deleted after a question that says what goes with it; the usual one stays', async () => {
    const { asked } = await manage([answer(watchlist.removeList, true)])
    await button('Cambiar el nombre')
    expect(screen.queryByRole('button', { name: 'Eliminar la lista' })).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: /Energía/u }))
    fireEvent.click(await button('Eliminar la lista'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/\(3\)/u)).toBeDefined()
    expect(asked(watchlist.removeList)).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Eliminar la lista' }))
    await waitFor(() => expect(asked(watchlist.removeList)).toEqual([{ listId: ENERGY, withInstruments: 1 }]))
  })

  it('is shared as a link of its name and codes', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    chooseList(ENERGY)
    await manage()
    fireEvent.click(await button(/Copiar un enlace a la lista/u))
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1))
    const [, address = ''] = (writeText.mock.calls[0]?.[0] ?? '').split('#/')
    expect(address).toBe('pages/watchlist/shared?name=Energ%C3%ADa&codes=US.ARDV%2CUS.CBHB%2CUS.BRBF')
    writeText.mockRestore()
  })

  it('gives several instruments to another one together', async () => {
    const { asked } = await manage([answer(watchlist.transfer, true)])
    fireEvent.click(await screen.findByRole('checkbox', { name: /ARDV/u }))
    fireEvent.click(screen.getByRole('checkbox', { name: /CBHB/u }))
    fireEvent.click(await button('Mover (2)'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(['Energía3'])
    fireEvent.click(dialog.getByRole('radio', { name: /Energía/u }))
    const instruments = ['ARDV', 'CBHB'].map((stockCode) => ({ stockCode, market: 'US' }))
    await waitFor(() => expect(asked(watchlist.transfer)).toEqual([{ fromListId: USUAL_LIST, toListId: ENERGY, instruments }]))
  })
})
