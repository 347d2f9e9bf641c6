import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { detailOf, previewOf, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { MarginReceipt } from './MarginTerms.tsx'
import { OrderReview } from './OrderReview.tsx'
import { CostLine, Receipt } from './Receipt.tsx'
import { WhyNoLarger } from './WhyNoLarger.tsx'
import type { Proposal } from './proposal.ts'
import { draftOf } from './ticket.ts'
import type { Preview } from './use-preview.ts'
import { type Ticket, useTicket } from './use-ticket.ts'

/** Goal: ticket and review name their figures alike: the least fee, the wallet, the distance to liquidation and the largest loss. */
afterEach(leave)

const preview = previewOf()
const onMargin: Preview = {
  ...preview,
  ...{ fees: [], walletType: 'FOREX', margin: '3615.00', maintMargin: '1807.50', liquidationPrice: '1.06643', liquidationPercent: '-1.67' },
  worstLoss: '3615.00',
}
const ticketOf = (market: 'US' | 'FX', shown: Preview | null): Ticket =>
  ({
    ...{ preview: shown, pending: false, quote: quoteOf(market, 'ABC'), detail: detailOf(market, 'ABC') },
    draft: draftOf({ side: 'buy', price: '', quantity: '10', timeInForce: 'DAY' }),
    rules: { market },
  }) as unknown as Ticket
const proposalOf = (market: 'US' | 'FX'): Proposal => ({
  ...{ side: 'buy', type: 'limit', quantity: '10', price: '10.00', trail: null, takeProfit: null, stopLoss: null, timeInForce: 'DAY' },
  ...{ code: 'ABC', name: 'ABC name', market, decimals: 2, positionId: null },
  preview: { stockCode: 'ABC', market, direction: 0, orderType: 1, price: '10.00', quantity: '10' },
})

const shown = (Part: () => React.JSX.Element, data: Preview) => visit(Part, { at: '', answers: [answer(orders.preview, data)] })
const factOf = async (label: string): Promise<string> => (await screen.findByText(label)).nextElementSibling?.textContent ?? ''

const places = {
  ticket: (market: 'US' | 'FX', data: Preview) => () =>
    market === 'FX' ? <MarginReceipt ticket={ticketOf(market, data)} /> : <Receipt ticket={ticketOf(market, data)} />,
  review: (market: 'US' | 'FX') => () => (
    <OrderReview
      proposal={proposalOf(market)}
      quote={quoteOf(market, 'ABC')}
      pending={false}
      onConfirm={() => undefined}
      onRefresh={() => undefined}
    />
  ),
} as const

it('the review names the limit of an order, and an estimate only where that is another price', async () => {
  await shown(places.review('US'), { ...preview, estPrice: '10.00' })
  expect(await factOf('Precio límite')).toBe('10,00')
  expect(screen.queryByText('Precio estimado')).toBeNull()
  expect(screen.getByText('Monto al límite')).toBeTruthy()
  leave()
  await shown(places.review('US'), { ...preview, estPrice: '9.98' })
  expect(await factOf('Precio límite')).toBe('10,00')
  expect(await factOf('Precio estimado')).toBe('9,98')
  expect(screen.getByText('Monto estimado')).toBeTruthy()
})

it('the review says of an order that waits for its price how far the market is from it', async () => {
  await shown(places.review('US'), { ...preview, estPrice: '10.00' })
  expect(await factOf('Mercado ahora')).toBe('100,01')
  expect(await factOf('Límite frente al mercado')).toBe('−90,00%')
})

describe.each(['ticket', 'review'] as const)('the %s', (place) => {
  it('says of the least fee that it is that, and of another its rate', async () => {
    await shown(places[place]('US', preview), preview)
    expect(await factOf('Comisión mínima')).toBe('$0,50')
    leave()
    const rated: Preview = { ...preview, fees: [{ kind: 'COMMISSION', amount: '3.00', rate: '0.03%', minimum: 0 }], estFee: '3.00' }
    await shown(places[place]('US', rated), rated)
    expect((await screen.findByText(/^Comisión 0,03/)).nextElementSibling?.textContent).toBe('$3,00')
    expect(screen.queryByText('Comisión mínima')).toBeNull()
  })

  it('names the tax of the state apart from what the market takes', async () => {
    const argentine: Preview = {
      ...preview,
      fees: [
        { kind: 'COMMISSION', amount: '944.75', rate: '0.5%', minimum: 0 },
        { kind: 'MARKET_FEE', amount: '94.47', rate: '0.05%', minimum: 0 },
        { kind: 'VAT', amount: '218.25', rate: '21%', minimum: 0 },
      ],
      estFee: '1257.47',
    }
    await shown(places[place]('US', argentine), argentine)
    expect(await factOf('IVA')).toBe('$218,25')
    expect(await factOf('Tasas del mercado')).toBe('$94,47')
  })

  it('says the spread below the total, of which it is no part, and nothing of it where none is paid', async () => {
    await shown(places[place]('US', preview), preview)
    const labels = async () =>
      (await screen.findByText(place === 'review' ? 'Monto al límite' : 'Monto estimado')).closest('dl')?.querySelectorAll('dt') ?? []
    const texts = [...(await labels())].map(({ textContent }) => textContent)
    expect(texts.indexOf('Ya en el precio: diferencial contra el medio')).toBeGreaterThan(texts.indexOf('Total'))
    leave()
    const waits: Preview = { ...preview, spreadCost: '0.00' }
    await shown(places[place]('US', waits), waits)
    await screen.findByText('Total')
    expect(screen.queryByText(/diferencial/)).toBeNull()
  })

  it('names the wallet that money is available in', async () => {
    await shown(places[place]('US', preview), preview)
    expect(await screen.findByText('Disponible en Efectivo para acciones de EE. UU.')).toBeDefined()
    expect(screen.queryByText('Disponible')).toBeNull()
  })

  it('says how far liquidation is, and the most there is to lose in money', async () => {
    await shown(places[place]('FX', onMargin), onMargin)
    expect(await factOf('Liquidación estimada')).toContain('1,67')
    expect(await factOf('Lo más que podés perder')).toBe('$3.615,00')
  })
})

it('says what is available before a quantity is typed', async () => {
  const own = { walletType: 'STOCK' as const, currency: 'USD', symbol: '$', balance: '500.00', usedBalance: '0.00', available: '500.00' }
  const wallet = { ...own, unsettled: '0.00', withdrawable: '500.00', valueUsd: '500.00' }
  for (const Part of [() => <Receipt ticket={ticketOf('US', null)} />, () => <MarginReceipt ticket={ticketOf('FX', null)} />]) {
    await visit(Part, { at: '', signedIn: true, answers: [answer(wallets.one, wallet)] })
    expect((await screen.findByText('$500,00')).closest('div')?.textContent).toMatch(/^Disponible en/)
    leave()
  }
})

it.each([
  [{ limitedBy: 'orders', reserved: '900' }, /900 acciones/],
  [{ limitedBy: 'money', leastHold: '15002.40' }, /15\.002,40/],
  [{ limitedBy: 'exposure' }, /riesgo/],
] as const)('says why the largest order is no larger: %j', async (why, text) => {
  const sizes = {
    half: '0',
    full: '0',
    ...{ fullWithOthers: '0', elsewhere: '0.00' },
    available: '0',
    minCount: '1',
    step: '1',
    fractionStep: null,
    usedPrice: '1.00',
    estFee: '0.00',
    reserved: '0',
  }
  const ticket = { ...ticketOf('US', null), sizes: { ...sizes, leastHold: null, ...why } }
  await visit(() => <WhyNoLarger ticket={ticket} />, { at: '', answers: [] })
  expect(await screen.findByText(text)).toBeDefined()
})

describe('an order that its wallet cannot pay', () => {
  const short: Preview = { ...preview, availableBefore: '50.00', availableAfter: '-50.50', elsewhere: '900.00' }
  const brought: Preview = { ...short, bring: [{ walletType: 'US_WALLET', amount: '55.50' }] }

  it('says what comes from which wallet, and that it goes with the order', async () => {
    await shown(() => <Receipt ticket={ticketOf('US', brought)} />, brought)
    expect(await factOf('Transferido desde Cuenta US')).toBe('$55,50')
    expect(screen.queryByText('Faltan')).toBeNull()
    leave()
    const onConfirm = () => undefined
    const review = () => (
      <OrderReview proposal={proposalOf('US')} quote={quoteOf('US', 'ABC')} pending={false} onConfirm={onConfirm} onRefresh={onConfirm} />
    )
    await shown(review, brought)
    expect(await factOf('Transferido desde Cuenta US')).toBe('$55,50')
    expect(screen.getByText(/se mueve solo lo que falta al enviarla/)).toBeDefined()
  })

  it('says that more may be asked for than is missing now', async () => {
    const more = { ...brought, bring: [{ walletType: 'US_WALLET' as const, amount: '57.00' }] }
    await shown(() => <Receipt ticket={ticketOf('US', more)} />, more)
    expect(await factOf('Transferido desde Cuenta US, como mucho')).toBe('$57,00')
  })

  it('says what is missing where nobody has it', async () => {
    await shown(() => <Receipt ticket={ticketOf('US', short)} />, short)
    expect(await factOf('Faltan')).toBe('$55,50')
  })
})

it('the line above the keypad names the wallet too: what is in it, and what the order leaves', async () => {
  await shown(() => <CostLine ticket={ticketOf('US', preview)} />, preview)
  expect(await factOf('Quedan en Efectivo para acciones de EE. UU.')).toBe('$399,50')
  leave()
  await shown(() => <CostLine ticket={ticketOf('FX', null)} />, preview)
  expect(await screen.findByText(/^Disponible en Forex/)).toBeDefined()
})

it('an order goes on saying its cost while its exits are switched on and not written yet', async () => {
  function Costed() {
    const ticket = useTicket(detailOf('US', 'ARDV'), { side: 'buy', price: '', quantity: '10', timeInForce: 'DAY' })
    return (
      <>
        <button type="button" onClick={() => ticket.change({ exits: true })}>
          exits
        </button>
        <p>{`${ticket.fault ?? 'no fault'}, ${ticket.preview?.estCost ?? 'no cost'}, ${ticket.input === null ? 'cannot be sent' : 'can be sent'}`}</p>
      </>
    )
  }
  const { asked } = await visit(Costed, { at: '', signedIn: true, answers: [answer(orders.preview, preview)] })
  expect(await screen.findByText('no fault, 100.50, can be sent')).toBeDefined()
  fireEvent.click(screen.getByText('exits'))
  expect(await screen.findByText('exits.empty, 100.50, cannot be sent')).toBeDefined()
  expect(asked(orders.preview).every((input) => !('takeProfit' in input))).toBe(true)
})
