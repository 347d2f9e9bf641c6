import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { type KeptFeeVersion, feeDesk } from '@rueda/contract/admin/fees.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Commissions } from './Commissions.tsx'

/** Goal: staff see which commissions hold, and propose the next ones whole, with their steps, in the words of the table. */
afterEach(rise)

const commission = { scope: 'everything', base: 'notional' as const, rate: '0.03', minimum: '0.50', maximum: null }
const markets: KeptFeeVersion['markets'] = [
  { market: 'US', currency: 'USD', counts: 'money', steps: [{ from: '0.00', commissions: [commission] }] },
]
const first: KeptFeeVersion = { version: 1, firstDay: null, state: 'inForce', markets, made: null }
let waiting: WaitingApproval[] = []
const desk = {
  ...{ versions: [first], earliestDay: '2026-11-27', latestDay: '2027-02-18', mostTimes: 3 },
  bounds: [{ market: 'US' as const, scope: 'everything', rate: '0.09', minimum: '1.50' }],
}

it('shows what holds now, and nothing to change to whoever may not', async () => {
  sit(<Commissions />, [answer(approvals.list, waiting), answer(feeDesk.list, desk)], ['risk'])
  const table = await screen.findByRole('table', { name: 'Commissions of version 1' })
  for (const text of ['US', 'everything', 'any volume', '0.03 %', '$0.50']) expect(within(table).getByText(text), text).toBeTruthy()
  expect(screen.getByText('The first, from the tables of the markets')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New version' })).toBeNull()
})

it('asks for the whole next version, with a tier that was added, from a weekday a week ahead', async () => {
  const { asked } = sit(
    <Commissions />,
    [answer(approvals.list, waiting), answer(feeDesk.list, desk), answer(feeDesk.propose, { state: 'waiting' })],
    ['product'],
  )
  fireEvent.click(await screen.findByRole('button', { name: 'New version' }))
  const announce = screen.getByRole('button', { name: 'Announce' })
  expect(announce.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Add a tier' }))
  const step = within(screen.getByRole('group', { name: 'US, tier 2' }))
  fireEvent.input(step.getByLabelText('From a monthly volume of (USD)'), { target: { value: '100000' } })
  fireEvent.input(step.getByLabelText('Rate (%) · everything'), { target: { value: '0.02' } })
  fireEvent.click(screen.getByRole('button', { name: 'Operational need' }))
  fireEvent.click(announce)
  const steps = [
    { from: '0.00', commissions: [{ scope: 'everything', rate: '0.03', minimum: '0.50', maximum: null }] },
    { from: '100000', commissions: [{ scope: 'everything', rate: '0.02', minimum: '0.50', maximum: null }] },
  ]
  await waitFor(() =>
    expect(asked(feeDesk.propose)).toEqual([{ firstDay: '2026-11-30', markets: [{ market: 'US', steps }], reason: 'maintenance' }]),
  )
})

it('takes the decimal mark of the reader and marks the field that is wrong instead of asking', async () => {
  const { asked } = sit(
    <Commissions />,
    [answer(approvals.list, waiting), answer(feeDesk.list, desk), answer(feeDesk.propose, { state: 'waiting' })],
    ['product'],
    { language: 'es' },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Versión nueva' }))
  const rate = screen.getByRole('textbox', { name: 'Tasa (%) · todo' })
  fireEvent.input(rate, { target: { value: '0,2' } })
  expect(rate.getAttribute('aria-invalid')).toBe('true')
  fireEvent.input(rate, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Necesidad operativa' }))
  fireEvent.click(screen.getByRole('button', { name: 'Anunciar' }))
  expect(rate.getAttribute('aria-invalid')).toBe('true')
  expect(asked(feeDesk.propose)).toEqual([])
  fireEvent.input(rate, { target: { value: '0,025' } })
  expect(rate.getAttribute('aria-invalid')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Anunciar' }))
  await waitFor(() => expect(asked(feeDesk.propose)).toMatchObject([{ markets: [{ steps: [{ commissions: [{ rate: '0.025' }] }] }] }]))
})

it('says that a version waits for a second person', async () => {
  const { base: _, ...row } = commission
  const payload = { firstDay: '2026-11-30', reason: 'maintenance', markets: [{ market: 'US', steps: [{ from: '0', commissions: [row] }] }] }
  waiting = [
    {
      ...{
        id: '019a0000-0000-7000-8000-000000000001',
        power: 'fees.change',
        path: feeDesk.propose.path,
        accountId: null,
        makerName: 'Ana',
      },
      ...{ payload, madeTimestamp: 0, expireTimestamp: 1, aloneTimestamp: null },
      ...{ canApprove: 0, about: null },
    },
  ]
  sit(<Commissions />, [answer(approvals.list, waiting), answer(feeDesk.list, desk)], ['product'])
  expect(await screen.findByText('Ana asked for a version from 30/11/2026. It waits for a second person.')).toBeTruthy()
})
