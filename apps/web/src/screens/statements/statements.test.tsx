import { statements } from '@rueda/contract/statements.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, desk, leave, visit } from '../../testing/screen-harness.tsx'
import { Statements } from './Statements.tsx'

/** Goal: what a customer can keep in writing is found by month and wallet, on a phone and on a desk. */
afterEach(leave)

const wallet = (walletType: string, closing: string, currency = 'USD') => ({ walletType, currency, opening: '100.00', closing })
const months = [
  { month: '2026-11', final: 0 as const, wallets: [wallet('US_WALLET', '90.00'), wallet('STOCK', '20.00')] },
  { month: '2026-10', final: 1 as const, wallets: [wallet('US_WALLET', '100.00')] },
]
const flow = (id: string, amount: string, at: number, remark = 'STOCK') => ({
  ...{ id, bizNo: `RB-${id}`, bizType: 'TRANSFER', remark, walletType: 'US_WALLET', currency: 'USD' },
  ...{ amount, balanceAfter: '90.00', createTimeTimestamp: at, orderId: null, quantity: null, venue: 'SIM' as const },
})
const AT = Date.UTC(2026, 10, 20, 17)
const HOUR = 3_600_000
const holding = (kind: 'shares' | 'fund', market: string, stockCode: string, name: string, ...[opening, came, out, closing]: string[]) => ({
  ...{ kind, market, stockCode, name },
  ...{ opening: opening ?? '', in: came ?? '', out: out ?? '', closing: closing ?? '' },
})
const november = {
  ...{ month: '2026-11', userNo: '1001', fromTimestamp: AT - HOUR, toTimestamp: AT + HOUR, final: 0 as const, simulated: 1 as const },
  ...{ venue: 'SIM' as const, wallets: [{ ...wallet('US_WALLET', '90.00'), in: '0.00', out: '10.00' }] },
  holdings: [
    holding('shares', 'US', 'CPPR', 'Copper Ridge', '0', '150', '50', '100'),
    holding('fund', '', 'gold', '', '2.5', '0', '0', '2.5'),
  ],
  movements: [flow('1', '-2.00', AT, 'FUTURE'), flow('2', '-8.00', AT + 1)],
  ...{ corrections: [], fees: [] },
}
const open = (at: string) =>
  visit(Statements, { at, answers: [answer(statements.months, { months, years: [] }), answer(statements.one, november)], signedIn: true })

describe('statements', () => {
  it('are a card a month on a phone', async () => {
    await open('pages/statement/index')
    expect(await screen.findByText('octubre de 2026')).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('are a table of months and wallets on a desk, which sorts and opens a month', async () => {
    vi.stubGlobal('matchMedia', desk)
    await open('pages/statement/index')
    const table = await screen.findByRole('table')
    const closings = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => /(\d+),00 USD\D*$/.exec(textContent.replace(/Descargar.*|PDF.*/, ''))?.[1])
    expect(closings()).toEqual(['90', '20', '100'])
    expect(within(table).getByText('Lo más nuevo primero.')).toBeDefined()
    fireEvent.click(within(table).getByRole('button', { name: /^Saldo final/ }))
    expect(closings()).toEqual(['100', '90', '20'])
    const [october] = within(table).getAllByRole('link', { name: 'octubre de 2026' })
    expect(october?.getAttribute('href')).toContain('pages/statement/index?month=2026-10')
    // A month is one file, whatever wallets it has.
    expect(
      within(table)
        .getAllByRole('button', { name: /^Descargar PDF/ })
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Descargar PDF de octubre de 2026', 'Descargar PDF de noviembre de 2026'])
  })

  it('of a month list balances and movements in tables on a desk, the oldest first, and one is opened beside them', async () => {
    vi.stubGlobal('matchMedia', desk)
    await open('pages/statement/index?month=2026-11')
    const table = await screen.findByRole('table', { name: 'Movimientos' })
    expect(screen.getByRole('table', { name: 'Saldos' })).toBeDefined()
    expect(within(table).getByText('Lo más viejo primero.')).toBeDefined()
    // The day of the brokerage, in its own zone, which is named.
    const [first] = within(table).getAllByRole('button', { name: '20-11-2026 12:00:00 GMT−5' })
    if (first === undefined) throw new Error('no movement')
    fireEvent.click(first)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByText('20-11-2026 12:00:00 GMT−5')).toBeDefined()
    expect(within(sheet).getByRole('button', { name: /Referencia/ })).toBeDefined()
  })

  it('sort movements by the notes that are read', async () => {
    vi.stubGlobal('matchMedia', desk)
    await open('pages/statement/index?month=2026-11')
    const table = await screen.findByRole('table', { name: 'Movimientos' })
    const notes = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
    fireEvent.click(within(table).getByRole('button', { name: 'Detalle' }))
    expect(notes()).toEqual(['Efectivo para acciones de EE. UU.', 'Futuros'])
  })

  it('list what was held beside the money, shares and units, on a phone and on a desk', async () => {
    await open('pages/statement/index?month=2026-11')
    const shares = await screen.findByRole('region', { name: 'Copper Ridge (CPPR)' })
    expect(shares.textContent).toBe('Copper Ridge (CPPR)Saldo inicial0Entró150Salió50Saldo final100')
    expect(screen.getByRole('region', { name: 'Oro' }).textContent).toContain('Saldo final2,5')
    leave()
    vi.stubGlobal('matchMedia', desk)
    await open('pages/statement/index?month=2026-11')
    const table = await screen.findByRole('table', { name: 'Tenencias' })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['Copper Ridge (CPPR)015050100', 'Oro2,5002,5'])
  })
})
