import type { ChartNote } from '@rueda/contract/notes.ts'
import { notes } from '@rueda/contract/notes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteOf } from '../../../testing/samples.ts'
import { answer, leave, visit } from '../../../testing/screen-harness.tsx'
import { useChartChoices } from '../chart-choices.ts'
import { rememberPointed } from '../pointed-bar.ts'
import { ChartNotes } from './ChartNotes.tsx'

/** Goal: notes are written where the reader pointed, changed, moved and deleted, and can be read without the drawing. */
afterEach(() => {
  useChartChoices.setState({ period: '1D' })
  leave()
})

const quote = quoteOf('US', 'ABC')
const START = Date.parse('2026-11-20T14:30Z')
const MINUTE = 60_000
const barsOf = (from: number, length: number, closes: readonly string[]) =>
  closes.map((close, at) => ({
    ...{ timestamp: from + at * length, open: close, high: close, low: close, close, volume: '1', turnover: '1' },
  }))
const minutes = barsOf(START, MINUTE, ['10.00', '10.50', '11.00'])
/** The range of a week: the last of its bars holds all the minutes. */
const HOUR = 60 * MINUTE
const hours = barsOf(START - 3 * HOUR, HOUR, ['8.00', '9.00', '9.50', '12.00'])
const kept: ChartNote = {
  id: '01a1fd22-b178-7ed2-a02c-6916a8f97824',
  text: 'Soporte',
  price: '10.40',
  noteTimestamp: START + MINUTE + 5_000,
  modifyTimeTimestamp: START,
}
const open = (list: ChartNote[], signedIn = true) =>
  visit(() => <ChartNotes quote={quote} />, {
    at: 'pages/quote/stock',
    answers: [
      answer(notes.list, { list, most: 50 }),
      answer(notes.save, kept),
      answer(notes.remove, true),
      answer(quotes.kline, ({ type }) => ({
        stockCode: 'ABC',
        market: 'US',
        type,
        interval: '1m',
        tz: 'America/New_York',
        preClose: '9.90',
        venue: 'SIM',
        items: type === '1W' ? hours : minutes,
      })),
    ],
    signedIn,
  })
const say = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('notes on a chart', () => {
  it('are begun at the bar that was last pointed at, with its price', async () => {
    rememberPointed(quote.code, START + MINUTE)
    const { asked } = await open([])
    const add = await screen.findByRole('button', { name: 'Agregar una nota' })
    await waitFor(() => {
      fireEvent.click(add)
      expect(screen.getByLabelText('Nota')).toBeDefined()
    })
    say('Nota', 'Rompe acá')
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    const sent = { stockCode: 'ABC', market: 'US', timestamp: START + MINUTE, price: '10.50', text: 'Rompe acá' }
    await waitFor(() => expect(asked(notes.save)).toEqual([sent]))
  })

  it('move along the bars and keep the price that was chosen', async () => {
    const { asked } = await open([kept])
    fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
    say('Barra', '2')
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(asked(notes.save)).toMatchObject([{ id: kept.id, timestamp: START + 2 * MINUTE, price: '10.40' }]))
  })

  it('keep their moment when only their words change', async () => {
    const { asked } = await open([kept])
    fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
    say('Nota', 'Soporte roto')
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(asked(notes.save)).toMatchObject([{ timestamp: kept.noteTimestamp, text: 'Soporte roto' }]))
  })

  describe('in another range of the chart', () => {
    const turnToWeek = async () => {
      act(() => void useChartChoices.setState({ period: '1W' }))
      await waitFor(() => expect(screen.getByLabelText('Barra').getAttribute('max')).toBe('3'))
    }

    it('stay at their moment, and take its price there while nobody has typed one', async () => {
      rememberPointed(quote.code, START + MINUTE)
      const { asked } = await open([])
      const add = await screen.findByRole('button', { name: 'Agregar una nota' })
      await waitFor(() => expect(add).toHaveProperty('disabled', false))
      fireEvent.click(add)
      say('Nota', 'Rompe acá')
      await turnToWeek()
      expect(screen.getByLabelText('Barra')).toHaveProperty('value', '3')
      fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
      await waitFor(() => expect(asked(notes.save)).toMatchObject([{ timestamp: START + MINUTE, price: '12.00' }]))
    })

    it('keep the price that was typed, and a moment before all of its bars', async () => {
      const early = { ...kept, noteTimestamp: START - 30 * HOUR }
      const { asked } = await open([early])
      fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
      fireEvent.input(screen.getByLabelText('Precio'), { target: { value: '10,45' } })
      await turnToWeek()
      fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
      await waitFor(() => expect(asked(notes.save)).toMatchObject([{ timestamp: early.noteTimestamp, price: '10.45' }]))
    })

    it('are saved while its bars are still loading', async () => {
      const { asked } = await open([kept])
      fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
      act(() => void useChartChoices.setState({ period: '1Y' }))
      fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
      await waitFor(() => expect(asked(notes.save)).toMatchObject([{ timestamp: kept.noteTimestamp, price: '10.40' }]))
    })
  })

  it('are deleted', async () => {
    const { asked } = await open([kept])
    fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(asked(notes.remove)).toEqual([{ id: kept.id }]))
  })

  it('need words', async () => {
    const { asked } = await open([kept])
    fireEvent.click(await screen.findByRole('button', { name: /Soporte/u }))
    say('Nota', ' ')
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Escribí la nota')).toBeDefined()
    expect(asked(notes.save)).toEqual([])
  })

  it('ask a guest to log in', async () => {
    await open([], false)
    expect(await screen.findByText(/Las notas se guardan con tu cuenta/u)).toBeDefined()
  })
})
