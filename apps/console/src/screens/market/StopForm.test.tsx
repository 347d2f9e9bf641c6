import { type ListedInstrument, instruments } from '@rueda/contract/admin/instruments.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { StopForm } from './StopForm.tsx'

/** Goal: a halt is ordered by the names that customers type, and its effect is known beforehand. */
afterEach(rise)

const share: ListedInstrument = {
  ...{ instrumentId: 'US:GLCP', code: 'GLCP', name: 'Glaciar Copper', market: 'US', exchange: 'SIM', currency: 'USD', quoteOnly: 0 },
  ...{ ticks: [], decimals: 2, step: '1', minimum: '1', largestLeverage: 1, fees: [], phase: 'OPEN', openTimestamp: 1, closeTimestamp: 2 },
  ...{ last: '10.00', ageMs: 0, stop: null, delisting: null, nowTimestamp: 1 },
}
const stopped = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', kind: 'halt' as const, scope: 'instrument' as const, target: 'US:GLCP' },
  ...{ cause: null, fromTimestamp: 1, untilTimestamp: null },
}
const listing = answer(instruments.list, { list: [share], total: 1, pageNum: 1, pageSize: 6, pages: 1 })
const form = <StopForm markets={['US', 'TW']} onDone={() => undefined} />
const stop = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Stop trading' })

it('an instrument is found by its ticker, chosen by its name, and stopped by its own id', async () => {
  const { asked } = sit(form, [listing, answer(market.halt, stopped)])
  fireEvent.change(screen.getByRole('textbox', { name: 'Instrument' }), { target: { value: 'GLCP' } })
  fireEvent.click(await screen.findByRole('button', { name: 'GLCP · Glaciar Copper · US' }))
  fireEvent.click(screen.getByRole('button', { name: 'Security' }))
  fireEvent.click(stop())
  await waitFor(() => expect(asked(market.halt)).toEqual([{ scope: 'instrument', target: 'US:GLCP', reason: 'security' }]))
  expect(asked(instruments.list)[0]).toMatchObject({ search: 'GLCP' })
})

it('what is typed and not chosen stops nothing', async () => {
  sit(form, [listing])
  fireEvent.change(screen.getByRole('textbox', { name: 'Instrument' }), { target: { value: 'GLCP' } })
  await screen.findByRole('button', { name: /^GLCP/u })
  fireEvent.click(screen.getByRole('button', { name: 'Security' }))
  expect(stop().getAttribute('aria-disabled')).toBe('true')
})

it('a market is one of those that are there', async () => {
  const { asked } = sit(form, [answer(market.halt, { ...stopped, scope: 'market', target: 'TW' })])
  fireEvent.click(screen.getByRole('button', { name: 'One market' }))
  fireEvent.click(screen.getByRole('button', { name: 'Security' }))
  expect(stop().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'TW' }))
  fireEvent.click(stop())
  await waitFor(() => expect(asked(market.halt)).toEqual([{ scope: 'market', target: 'TW', reason: 'security' }]))
})

it('says before the button who stops, who lifts, and what becomes of open orders', () => {
  sit(form)
  expect(screen.getByText(/^One person stops; two persons lift it.+Open orders stay/u)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Closing only' }))
  expect(screen.getByText(/Open orders that would take on something new are ended/u)).toBeTruthy()
})
