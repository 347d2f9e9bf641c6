import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Plan, plans } from '@rueda/contract/plans.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { switches } from '@rueda/contract/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { NewPlanSheet, useNewPlan } from './NewPlanSheet.tsx'
import { PlanSheet } from './PlanSheet.tsx'
import { allWallets, onePage, quoteOf, walletRow } from '../../testing/samples.ts'

/** Goal: a plan begins only after all of it was read once more, and with one confirmation. */
afterEach(leave)

const preview: DataOf<typeof plans.preview> = {
  ...{
    quantity: '0.216000',
    price: '182.37',
    worstPrice: '184.19',
    fee: '0.50',
    cost: '39.89',
    feePercent: '1.25',
    leastAmount: null,
    currency: 'USD',
    walletType: 'US_WALLET',
  },
  ...{ nextDates: ['2026-11-26', '2026-12-03'], nextTimestamp: new Date(2026, 10, 26, 12, 0).getTime(), yearAmount: '2080.00' },
  ...{ yearFee: '26.00', available: '30.00' },
}
const NewPlan = () => <NewPlanSheet open typed={useNewPlan()} onClose={() => undefined} />
const shown = async () => {
  const sent: unknown[] = []
  await visit(NewPlan, {
    at: 'pages/plan/index?stock=ARDV&market=US&amount=40',
    signedIn: true,
    answers: [
      answer(switches.off, []),
      answer(quotes.byNameOrCode, quoteOf('US', 'ARDV', { name: 'Aurora Devices' })),
      answer(plans.preview, preview),
      answer(wallets.all, allWallets(walletRow('US_WALLET', '30.00'), walletRow('FOLLOW', '500.00'))),
      answer(transfers.exchangeOffer, { exchange: null }),
      answer(plans.create, (input) => {
        sent.push(input)
        return { refusedWith: 5041 }
      }),
    ],
  })
  fireEvent.click(await screen.findByRole('tab', { name: 'Cada semana' }))
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Continuar' })))
  return sent
}

it('says amount, rhythm, first purchase, costs, wallet and what happens without money before it begins', async () => {
  const sent = await shown()
  expect(await screen.findByRole('heading', { name: 'Revisá tu plan' })).toBeDefined()
  for (const words of ['Aurora Devices (ARDV)', '$40,00', 'Cada semana, el lunes', '03/12/2026', 'Cuenta US', '$26,00'])
    expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByText(/^26-11-2026 12:00:00 GMT/u)).toBeDefined()
  expect(await screen.findByText('Ahora faltan $10,00 para la primera compra')).toBeDefined()
  expect(screen.getByText(/Si falta plata, esa compra se saltea y te avisamos\. Tres compras seguidas/u)).toBeDefined()
  expect(
    screen.getByText(/^La orden paga como máximo 1,00% más .* \(ahora \$184,19 por acción\).* ahora unos \$0,11, queda/u),
  ).toBeDefined()
  expect(screen.getByText('$39,89')).toBeDefined()
  expect(sent).toEqual([])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Empezar el plan' })))
  expect(sent).toMatchObject([{ stockCode: 'ARDV', market: 'US', amount: '40', rhythm: 'week', day: 1 }])
})

it('takes what is missing from other wallets where its customer says so, and tells which', async () => {
  const sent = await shown()
  fireEvent.click(await screen.findByRole('button', { name: 'Volver' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Si falta, transferir desde mis otras billeteras/u }))
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Continuar' })))
  expect((await screen.findByText('Si falta')).closest('div')?.textContent).toContain('Transferido desde')
  expect(screen.queryByText('Ahora faltan $10,00 para la primera compra')).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Empezar el plan' })))
  expect(sent).toMatchObject([{ givers: ['US_WALLET', 'SUBSCRIPTION', 'FOLLOW'] }])
})

it('keeps the button of its form at hand while the form is scrolled', async () => {
  await visit(NewPlan, {
    at: 'pages/plan/index?stock=ARDV&market=US&amount=40',
    signedIn: true,
    answers: [answer(switches.off, []), answer(quotes.byNameOrCode, quoteOf('US', 'ARDV')), answer(plans.preview, preview)],
  })
  const button = await screen.findByRole('button', { name: 'Continuar' })
  expect(button.closest('.sticky')?.className).toContain('-bottom-5')
})

it('keeps the button of its review at hand too', async () => {
  await shown()
  expect(screen.getByRole('button', { name: 'Empezar el plan' }).closest('.sticky')?.className).toContain('-bottom-5')
})

it('goes back to what was typed', async () => {
  await shown()
  fireEvent.click(await screen.findByRole('button', { name: 'Volver' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Monto (USD)')).value).toBe('40')
  expect(screen.getByRole('tab', { name: 'Cada semana' }).getAttribute('aria-selected')).toBe('true')
})

const plan: Plan = {
  ...{
    id: '6f1c2d3e-0000-4000-8000-000000000001',
    planNo: 'P1',
    kind: 'recurring',
    name: 'Aurora Devices',
    stockCode: 'ARDV',
    market: 'US',
  },
  ...{
    source: 0,
    localLogoUrl: '',
    currency: 'USD',
    walletType: 'STOCK',
    available: '30.00',
    amount: '25.00',
    givers: [],
    rhythm: 'month',
    day: 1,
  },
  ...{ firstDate: '2026-11-26', nextDates: ['2026-12-01'], nextTimestamp: 1, yearAmount: '300.00', skipsInRow: 0, skipsToPause: 3 },
  ...{ status: 'active', pausedBy: null, lastRun: null, createTimeTimestamp: 1 },
}

it('changes a running plan only after all of it was read once more, beside what it was', async () => {
  const sent: unknown[] = []
  await visit(() => <PlanSheet plan={plan} onClose={() => undefined} />, {
    at: 'pages/plan/index',
    signedIn: true,
    answers: [
      answer(plans.preview, preview),
      answer(plans.runs, onePage([])),
      answer(plans.change, (input) => {
        sent.push(input)
        return { ...plan, amount: '40.00' }
      }),
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cambiar' }))
  fireEvent.input(await screen.findByLabelText('Monto (USD)'), { target: { value: '40' } })
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Continuar' })))
  expect(await screen.findByRole('heading', { name: 'Revisá tu plan' })).toBeDefined()
  expect((await screen.findByText('$25,00')).closest('div')?.textContent).toContain('$40,00')
  expect(sent).toEqual([])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' })))
  expect(sent).toMatchObject([{ id: plan.id, amount: '40', rhythm: 'month', day: 1 }])
  expect(await screen.findByRole('heading', { name: 'Aurora Devices' })).toBeDefined()
})
