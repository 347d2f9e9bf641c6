import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wholeText } from '../text/text.ts'
import ChartSettings from './ChartSettings.tsx'
import { resetStudies, useChartChoices } from './chart-choices.ts'

/** Goal: what is chosen for charts holds at once, stays within its bounds and is kept on the device. */
beforeAll(wholeText)
beforeEach(resetStudies)
afterEach(cleanup)

const shown = (mostPanes = 2) => render(<ChartSettings market="US" mostPanes={mostPanes} />)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const chosen = () => useChartChoices.getState()
const kept = () => (JSON.parse(localStorage.getItem('rueda.chart') ?? '{}') as { state: ReturnType<typeof chosen> }).state

describe('lines over the price', () => {
  it('come with periods that differ, up to three of them', () => {
    shown()
    press(/Media móvil simple/u)
    press(/Media móvil simple/u)
    press(/Bandas de Bollinger/u)
    expect(chosen().overlays).toEqual([
      { kind: 'sma', parameters: [5] },
      { kind: 'sma', parameters: [10] },
      { kind: 'bollinger', parameters: [20, 2] },
    ])
    expect(kept().overlays).toEqual(chosen().overlays)
    expect(screen.getByRole('button', { name: /Media móvil exponencial/u })).toHaveProperty('disabled', true)
    press('Quitar MA 5')
    expect(chosen().overlays.map(({ parameters }) => parameters[0])).toEqual([10, 20])
  })

  it('take a period that is within bounds, and go back to theirs otherwise', () => {
    shown()
    press(/Media móvil exponencial/u)
    const field = () => screen.getByLabelText('Período')
    fireEvent.change(field(), { target: { value: '40' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(chosen().overlays).toEqual([{ kind: 'ema', parameters: [40] }])
    fireEvent.change(field(), { target: { value: '1' } })
    expect(field().getAttribute('aria-invalid')).toBe('true')
    fireEvent.blur(field())
    expect(field()).toHaveProperty('value', '40')
    expect(chosen().overlays).toEqual([{ kind: 'ema', parameters: [40] }])
  })
})

describe('panes below the price', () => {
  it('take turns where there is room for one', () => {
    shown(1)
    press(/fuerza relativa/u)
    expect(chosen().panes.map(({ kind }) => kind)).toEqual(['rsi'])
    press(/fuerza relativa/u)
    expect(chosen().panes).toEqual([])
  })

  it('stand below one another where there is room for two', () => {
    shown(2)
    press(/Convergencia de medias/u)
    expect(chosen().panes.map(({ kind }) => kind)).toEqual(['volume', 'macd'])
    press(/KDJ/u)
    expect(chosen().panes.map(({ kind }) => kind)).toEqual(['macd', 'kdj'])
  })
})

describe('the rest', () => {
  it('shows executions, events and adjusted prices unless told otherwise, and begins anew on request', () => {
    shown()
    for (const name of ['Mis operaciones', 'Dividendos, splits y noticias', 'Mis notas', 'Ajustar por splits'])
      fireEvent.click(screen.getByRole('switch', { name }))
    expect(chosen()).toMatchObject({ showsFills: false, showsEvents: false, showsNotes: false, adjusts: false })
    press('Restablecer')
    expect(chosen()).toMatchObject({ showsFills: true, showsEvents: true, showsNotes: true, adjusts: true, overlays: [] })
  })

  it('has nothing about companies and trades for an index, which can have notes', () => {
    render(<ChartSettings market="IDX" mostPanes={1} />)
    expect(screen.getAllByRole('switch').map((each) => each.getAttribute('aria-label'))).toEqual(['Mis notas'])
  })

  it('drops what another version kept and this one does not know', async () => {
    const state = {
      period: 'moon',
      overlays: [
        { kind: 'sma', parameters: [900] },
        { kind: 'ema', parameters: [12] },
      ],
      panes: 'none',
    }
    localStorage.setItem('rueda.chart', JSON.stringify({ state, version: 0 }))
    await useChartChoices.persist.rehydrate()
    expect(chosen()).toMatchObject({ period: '1D', overlays: [{ kind: 'ema', parameters: [12] }] })
    expect(chosen().panes.map(({ kind }) => kind)).toEqual(['volume'])
  })
})
