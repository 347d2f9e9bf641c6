import { alerts } from '@rueda/contract/alerts.ts'
import { futures } from '@rueda/contract/futures.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import Toaster from '@rueda/ui/messages/Toaster.tsx'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { detailOf, futureOf, onePage, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { ForexQuote } from './ForexQuote.tsx'
import { FutureQuote } from './FutureQuote.tsx'
import { IndexQuote } from './IndexQuote.tsx'
import { StockQuote } from './StockQuote.tsx'

/** Goal: each market's quote shows what one needs to know before trading there, and offers only what can be done. */
afterEach(leave)

const factOf = (label: string): string => {
  const name = screen.getByText(label)
  return name.nextElementSibling?.textContent ?? ''
}
const links = (name: RegExp) => screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

describe('a future', () => {
  const at = 'pages/quote/future?code=SES-2026M&market=FUT&source=3'
  const shown = (...months: ReturnType<typeof futureOf>[]) =>
    visit(FutureQuote, {
      at,
      answers: [answer(quotes.detail, detailOf('FUT', 'SES-2026M', { currency: 'USD' })), answer(futures.list, months)],
    })

  it('says what one contract is, what a step of its price is worth and what it asks for', async () => {
    await shown(futureOf('SES', '2026M'))
    expect(await screen.findByText('Un contrato')).toBeDefined()
    expect(factOf('Interés abierto')).toBe('446.951')
    expect(factOf('Variación del interés abierto')).toBe('\u22121.200')
    expect(factOf('Multiplicador')).toBe('50')
    expect(factOf('Valor del paso')).toBe('$12,50')
    expect(factOf('Margen inicial')).toBe('$15.000,00')
    expect(factOf('Margen de mantenimiento')).toBe('$13.600,00')
    expect(links(/Comprar 100,01/)[0]).toContain('pages/payment/future')
  })

  it('ends on the exchange’s own date, whatever day the device has then', async () => {
    const untilNextMorning = Date.parse('2027-06-19T02:00:00Z')
    await shown(futureOf('SES', '2026M', { LTD: '18-06-2027', lastTradeDate: untilNextMorning }))
    expect(await screen.findByText(/18\/06\/2027/)).toBeDefined()
  })

  it('counts the trading days that the market’s calendar leaves', async () => {
    await shown(futureOf('SES', '2026M', { daysLeft: 3 }))
    const pill = await screen.findByText('Vence en 3 ruedas')
    expect(pill.closest('.text-warn')).not.toBeNull()
  })

  it('cannot be ordered any more once it has settled', async () => {
    await shown(futureOf('SES', '2026M', { daysLeft: 0, lastTradeDate: Date.now() - 2 * MINUTE_MS }))
    expect(await screen.findByText(/Contrato vencido el/)).toBeDefined()
    expect(links(/Comprar/)).toEqual([])
  })

  it('leads to the other months, not to the one on screen', async () => {
    await shown(futureOf('SES', '2026M'), futureOf('SES', '2026H', { frontMonth: 1, lastTradeDate: Date.now() + 1_000_000, daysLeft: 9 }))
    fireEvent.click(await screen.findByRole('tab', { name: 'Vencimientos' }))
    expect(links(/SES-2026H/)).toHaveLength(1)
    expect(links(/SES-2026M/)).toEqual([])
  })
})

describe('a pair', () => {
  const pair = {
    base: 'EUR',
    lotUnits: '100000',
    pip: '0.0001',
    largestLeverage: 30,
    pipValue: '10.00',
    swapLong: '-7.34',
    swapShort: '2.93',
    typicalSpread: '0.7',
    baseRate: '2.00',
    quoteRate: '3.75',
    markup: '0.75',
    nightsTonight: 3,
  }

  it('says what a lot, a pip and a night of it are worth', async () => {
    const detail = detailOf('FX', 'EURUSD', { pair, decimals: 5, bid: '1.08446', ask: '1.08453', minCount: '0.01' })
    await visit(ForexQuote, { at: 'pages/quote/forex?code=EURUSD', answers: [answer(quotes.detail, detail)] })
    expect(await screen.findByText('Cómo se mide')).toBeDefined()
    expect(factOf('Tamaño de un lote')).toBe('100.000 EUR')
    expect(factOf('Valor del pip por lote')).toContain('$10,00')
    expect(factOf('Spread típico')).toBe('0,7 pips')
    expect(factOf('Comprado, por lote')).toContain('\u2212$7,34')
    expect(factOf('Vendido, por lote')).toContain('$2,93')
    expect(factOf('Noches del próximo cierre')).toBe('3')
    expect(factOf('Tasa anual EUR')).toBe('2,00%')
    expect(factOf('Tasa anual USD')).toBe('3,75%')
    expect(links(/Vender 1,08446/)[0]).toContain('pages/payment/forex')
    expect(links(/Comprar 1,08453/)).toHaveLength(1)
  })
})

describe('an index', () => {
  const index = {
    region: 'americas',
    members: { count: 30, weighting: 'price', market: 'US', largest: ['ZETA', 'ALFA'] },
  } as const
  const at = 'pages/quote/globalindex?code=US30'

  it('says that it is not traded, what it is made of, and leads to what can be traded', async () => {
    const { asked } = await visit(IndexQuote, {
      at,
      answers: [
        answer(
          quotes.detail,
          detailOf('IDX', 'US30', {
            quoteOnly: 1,
            index: { ...index, members: { ...index.members, largest: [...index.members.largest] } },
          }),
        ),
        answer(quotes.list, onePage([quoteOf('US', 'ALFA'), quoteOf('US', 'ZETA')])),
        answer(futures.list, [futureOf('SYM', '2026H', { underlying: 'US30' })]),
      ],
    })
    expect(await screen.findByText(/no se operan directamente/)).toBeDefined()
    expect(factOf('Región')).toBe('América')
    expect(factOf('Empresas')).toBe('30')
    expect(factOf('Ponderación')).toBe('Por precio')
    expect(links(/Comprar|Vender/)).toEqual([])
    expect(asked(quotes.list)[0]).toMatchObject({ codes: 'ZETA,ALFA', market: 'US' })
    await screen.findByText('ZETA name')
    // The heaviest first, in whatever order they came.
    const names = screen.getAllByText(/^(ZETA|ALFA) name$/).map(({ textContent }) => textContent)
    expect(names).toEqual(['ZETA name', 'ALFA name'])
  })

  it('says so where it has a price of its own', async () => {
    const detail = detailOf('IDX', 'JP225', { quoteOnly: 1, index: { region: 'asia', members: null } })
    await visit(IndexQuote, { at: 'pages/quote/globalindex?code=JP225', answers: [answer(quotes.detail, detail)] })
    expect(await screen.findByText(/Tiene un precio propio/)).toBeDefined()
    expect(screen.queryByText('Las de mayor peso')).toBeNull()
  })
})

describe('a share', () => {
  const shown = (market: string, detail: ReturnType<typeof detailOf>, signedIn = false) =>
    visit(StockQuote, {
      at: `pages/quote/stock?code=${detail.stock_code}&market=${market}`,
      answers: [answer(quotes.detail, detail), answer(alerts.list, { list: [], most: 50 })],
      signedIn,
    })

  it('of Buenos Aires that stands for one abroad shows the ratio and the price at parity', async () => {
    const certificate = {
      ratio: 20,
      underlying: 'ASNT',
      underlyingPrice: '191.05',
      rate: '1520.00',
      parity: '14520',
      premium: '0.14',
    }
    await shown('AR', detailOf('AR', 'ASNT', { currency: 'ARS', decimals: 0, certificate }))
    expect(await screen.findByText('20 CEDEAR = 1 acción')).toBeDefined()
    expect(factOf('Dólar CCL')).toBe('ARS\u00a01.520,00')
    expect(factOf('Precio teórico')).toBe('14.520')
    expect(factOf('Diferencia con el teórico')).toContain('+0,14%')
    expect(links(/Ver ASNT/)[0]).toContain('market=US')
  })

  it('of Taipei shows its limits, says when its price has reached one, and how lots are traded', async () => {
    const bands = { up: '261.0', down: '214.0' }
    await shown('TW', detailOf('TW', '7203', { currency: 'TWD', decimals: 1, lotSize: '1000', bands, price_nominal: '261.0' }))
    const up = await screen.findByText('Límite superior')
    expect(within(up.parentElement as HTMLElement).getByText('En el límite superior')).toBeDefined()
    expect(factOf('Límite inferior')).toBe('214,0')
    expect(factOf('Lote')).toBe('1.000 acciones')
    expect(factOf('Lote incompleto')).toContain('1 a 999')
    // The rules of trading say when it settles, once.
    expect(screen.getAllByText('Liquida')).toHaveLength(1)
  })

  it('that is a reference value has no buttons to order it', async () => {
    await shown('AR', detailOf('AR', 'CCL', { currency: 'ARS', quoteOnly: 1 }))
    expect(await screen.findByText(/es un valor de referencia/)).toBeDefined()
    expect(links(/Comprar|Vender/)).toEqual([])
  })

  it('has a bell that asks a guest to sign in and comes back', async () => {
    const { place } = await shown('US', detailOf('US', 'ARDV'))
    fireEvent.click(await screen.findByRole('button', { name: 'Nueva alerta' }))
    expect(place()).toContain('pages/auth/login?return=')
    expect(decodeURIComponent(place())).toContain('/pages/quote/stock?code=ARDV')
  })

  it('has a bell that opens the form for an alert on it', async () => {
    const { asked } = await shown('US', detailOf('US', 'ARDV'), true)
    await waitFor(() => expect(asked(alerts.list)[0]).toEqual({ stockCode: 'ARDV', market: 'US' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Nueva alerta' }))
    expect(await screen.findByText(/Nueva alerta · ARDV/)).toBeDefined()
  })

  it('copies its address, and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    render(<Toaster />)
    await shown('US', detailOf('US', 'ARDV'), true)
    fireEvent.click(await screen.findByRole('button', { name: 'Más opciones' }))
    fireEvent.click(await screen.findByText('Copiar enlace'))
    expect(await screen.findByText('Enlace copiado')).toBeDefined()
    expect(writeText.mock.calls[0]?.[0]).toContain('pages/quote/stock?')
  })

  it('nobody knows is told so, with the way to search', async () => {
    await visit(StockQuote, {
      at: 'pages/quote/stock?code=NOPE&market=US',
      answers: [answer(quotes.detail, () => ({ refusedWith: 3000 }))],
    })
    expect(await screen.findByText(/No encontramos este instrumento/)).toBeDefined()
  })
})

describe('a share whose day is part of its year', () => {
  const shown = (changed: Parameters<typeof detailOf>[2]) =>
    visit(StockQuote, {
      at: 'pages/quote/stock?code=ARDV&market=US',
      answers: [answer(quotes.detail, detailOf('US', 'ARDV', changed)), answer(alerts.list, { list: [], most: 50 })],
    })

  it('has no higher high today than in the year', async () => {
    await shown({ low: '98.00', high: '101.00', week52Low: '60.00', week52High: '100.50' })
    const range = await screen.findByRole('img', { name: /^52 semanas/ })
    expect(range.getAttribute('aria-label')).toContain('101,00')
    expect(range.getAttribute('aria-label')).toContain('60,00')
  })

  it('has no bar of a year where the lowest or the highest of the year is not known', async () => {
    for (const unknown of [{ week52Low: null }, { week52High: null }]) {
      await shown({ low: '98.00', high: '101.00', week52Low: '60.00', week52High: '120.00', ...unknown })
      await waitFor(() => expect(links(/Comprar/)).toHaveLength(1))
      expect(screen.queryByRole('img', { name: /^52 semanas/ })).toBeNull()
      leave()
    }
  })

  it('says that nobody can order it while it is halted, in place of the buttons', async () => {
    await shown({ tradeStatus: 'HALT' })
    expect(await screen.findByText(/no se aceptan órdenes/)).toBeDefined()
    expect(links(/Comprar|Vender/)).toEqual([])
  })
})

describe('a share of Taiwan', () => {
  it('says with "range of the day" where it has been today, and its limits beside', async () => {
    const detail = detailOf('TW', '2001', { currency: 'TWD', low: '98.00', high: '101.00', bands: { up: '108.50', down: '89.10' } })
    await visit(StockQuote, { at: 'pages/quote/stock?code=2001&market=TW', answers: [answer(quotes.detail, detail)] })
    const range = (await screen.findByText('Rango del día')).parentElement?.parentElement
    expect(range?.textContent).toContain('98,00')
    expect(range?.textContent).toContain('101,00')
    expect(range?.textContent).not.toContain('108,50')
    expect(factOf('Límite superior')).toBe('108,50')
  })

  it('names the prices of the book by what the customer does at them', async () => {
    const depth = { bids: [['99.99', '100']], asks: [['100.01', '200']] } as const
    const detail = detailOf('US', 'ARDV', {
      depth: {
        bids: [...depth.bids.map((level) => [...level] as [string, string])],
        asks: [...depth.asks.map((level) => [...level] as [string, string])],
      },
    })
    await visit(StockQuote, { at: 'pages/quote/stock?code=ARDV&market=US&tab=depth', answers: [answer(quotes.detail, detail)] })
    const sells = (await screen.findByText('Vendés a')).parentElement
    expect(sells?.textContent).toContain('99,99')
    const buys = screen.getByText('Comprás a').parentElement
    expect(buys?.textContent).toContain('100,01')
  })
})
