import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { DayView } from './DayView.tsx'

/** Goal: a day is closed with its cause and a reason, opened again with a reason alone, and by nobody without the power. */
afterEach(rise)

const day: WireMarketDay = {
  ...{ date: '2026-08-11', trading: 1, settlement: 1, halfDay: 0, projected: 0, holiday: null, closure: null, changeable: 1 },
  sessions: [{ type: 'REGULAR', openTimestamp: Date.parse('2026-08-11T01:00Z'), closeTimestamp: Date.parse('2026-08-11T05:30Z') }],
}
const closed: WireMarketDay = { ...day, trading: 0, settlement: 0, closure: 'weather', sessions: [] }
const TAIPEI = { market: 'TW', zone: 'Asia/Taipei', noticeHours: 1 } as const
const answers = [answer(calendars.closeDay, { state: 'waiting' }), answer(calendars.reopenDay, { state: 'done' })]

it('is closed with a cause and a reason, and says that another person has to agree', async () => {
  const done = vi.fn<() => void>()
  const seat = sit(<DayView {...TAIPEI} day={day} onDone={done} />, answers, ['risk'])
  const close = await screen.findByRole('button', { name: 'Close the day (two persons)' })
  expect(screen.getByText('09:00 – 13:30')).toBeDefined()
  expect(screen.getByText(/No price is touched/u)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Operational need' }))
  expect(close.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Severe weather' }))
  fireEvent.click(close)
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(seat.asked(calendars.closeDay)).toEqual([{ market: 'TW', date: '2026-08-11', cause: 'weather', reason: 'maintenance' }])
  expect(screen.getByRole('status').textContent).toContain('Another person')
})

it('is opened again with a reason alone', async () => {
  const done = vi.fn<() => void>()
  const seat = sit(<DayView {...TAIPEI} day={closed} onDone={done} />, answers, ['product'])
  const reopen = await screen.findByRole('button', { name: 'Open the day again (two persons)' })
  expect(screen.getByText('Closed by the house')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Correction of a mistake' }))
  fireEvent.click(reopen)
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(seat.asked(calendars.reopenDay)).toEqual([{ market: 'TW', date: '2026-08-11', reason: 'correction' }])
})

it('is only looked at by whoever may not', async () => {
  sit(<DayView {...TAIPEI} day={day} onDone={() => {}} />, answers, ['support'])
  expect(await screen.findByText('09:00 – 13:30')).toBeDefined()
  expect(screen.queryByRole('button', { name: /persons/u })).toBeNull()
})
