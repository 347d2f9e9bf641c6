import { quotes } from '@rueda/contract/quotes.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { DrawAgain } from './DrawAgain.tsx'

/** Goal: a day is drawn again of a listing that there is; the busiest of the market stands there at first. */
afterEach(leave)

const DAY = { market: 'US', date: '2026-11-19', model: 2, key: '00', unclaimed: null, drawn: null } as const
const KEY = { publicKey: '00', beacon: null, loggedAt: 0 }
const Drawing = () => <DrawAgain day={DAY} daysKey={KEY} />

it('names a code that the market does not list', async () => {
  await visit(Drawing, {
    at: 'pages/trust/day',
    answers: [answer(quotes.top, [quoteOf('US', 'CBHB')]), answer(quotes.detail, () => ({ refusedWith: codeOf('instrument.unknown') }))],
  })
  expect(await screen.findByDisplayValue('CBHB')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Código del valor' }), { target: { value: 'nada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Calcular y comparar' }))
  expect(await screen.findByText('No hay ningún valor con el código NADA en este mercado.')).toBeDefined()
})
