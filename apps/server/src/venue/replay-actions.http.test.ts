import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * Apple's dividends and splits of 2014 and 2020 for a holder of its shares: real days, closes and factor files. The record
 * has no minutes of these days, so each is played with two of its own: its open and its close.
 */
const folder = fileURLToPath(new URL('../../../../../shared/data/lean/', import.meta.url))
const usa = 'equity/usa'
const isRecorded = existsSync(`${folder}${usa}/daily/aapl.zip`)
if (!isRecorded) process.stdout.write(`The replay of real splits is not tested: there is no recorded data at ${folder}\n`)

const AAPL = { stockCode: 'AAPL', market: 'US' } as const
const HOUR = 3_600_000
const MINUTE = 60_000
const OPEN_MS = 9.5 * HOUR
const CLOSE_MS = 16 * HOUR - MINUTE
const SESSION_MS = 6.5 * HOUR

type Day = Readonly<{ open: number; close: number }>

/** Whole ten-thousandths of a dollar, as the file has them. */
function recordedDays(): Map<string, Day> {
  const [content] = Object.values(unzipSync(readFileSync(`${folder}${usa}/daily/aapl.zip`)))
  const rows = strFromU8(content ?? new Uint8Array())
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','))
  return new Map(rows.map(([date = '', open, , , close]) => [date.slice(0, 8), { open: Number(open), close: Number(close) }]))
}

/** A folder with Apple's real days, names and factors, and minutes for the days that are to be played. */
function folderWith(dates: readonly string[]): string {
  const target = mkdtempSync(join(tmpdir(), 'rueda-lean-'))
  for (const part of ['daily/aapl.zip', 'factor_files/aapl.csv', 'map_files/aapl.csv'])
    cpSync(`${folder}${usa}/${part}`, join(target, usa, part))
  const minutes = join(target, usa, 'minute/aapl')
  mkdirSync(minutes, { recursive: true })
  const days = recordedDays()
  for (const date of dates.map((each) => each.replaceAll('-', ''))) {
    const day = days.get(date)
    if (day === undefined) throw new Error(`no recorded day ${date}`)
    const moments = [
      [OPEN_MS, day.open],
      [CLOSE_MS, day.close],
    ] as const
    const trades = moments.map(([at, price]) => `${at},${price},${price},${price},${price},100000`).join('\n')
    const side = (price: number) => `${price},${price},${price},${price},5000`
    const quoted = moments.map(([at, price]) => `${at},${side(price - 100)},${side(price)}`).join('\n')
    for (const [kind, csv] of [
      ['trade', trades],
      ['quote', quoted],
    ] as const)
      writeFileSync(join(minutes, `${date}_${kind}.zip`), zipSync({ [`${date}_aapl_minute_${kind}.csv`]: strToU8(csv) }))
  }
  return target
}

const episodes = [
  {
    year: '2014',
    dates: ['2014-05-07', '2014-05-08', '2014-06-06', '2014-06-09'],
    shares: 7,
    dividend: { exDate: '2014-05-08', payDate: '2014-05-29', amount: '3.29', gross: '329.00', tax: '98.70', net: '230.30' },
  },
  {
    year: '2020',
    dates: ['2020-08-06', '2020-08-07', '2020-08-28', '2020-08-31'],
    shares: 4,
    dividend: { exDate: '2020-08-07', payDate: '2020-08-28', amount: '0.82', gross: '82.00', tax: '24.60', net: '57.40' },
  },
] as const

describe.runIf(isRecorded)('a holder of Apple', () => {
  test.each(episodes)('in $year: dividend, split, position, lots, cost, order and chart', async ({ dates, shares, dividend }) => {
    const recorded = recordedDays()
    const dayOf = (date: string): Day => recorded.get(date.replaceAll('-', '')) ?? { open: 0, close: 0 }
    const [first, exDate, before, splitDate] = dates
    const played = folderWith(dates)
    const database = await createTestDatabase()
    const clock = `scaled:1@${first}T13:30:00Z`
    const environment = { MARKET: `replay:${played}`, SIM_CLOCK: clock, SIM_GRANT_USD: '1000000' }
    const harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T00:00:00Z') })
    try {
      const { token } = await harness.newCustomer()
      const held = async () => (await harness.ask(positions.holding, {}, token)).list[0]
      /** From an opening of a recorded day to that of the next. */
      const toNextDay = () => harness.pass(SESSION_MS)
      await harness.ask(orders.create, { ...AAPL, direction: 0, orderType: 0, quantity: '100' }, token)
      await harness.pass(MINUTE)
      const bought = await held()
      expect(bought).toMatchObject({ quantity: '100', openPrice: (dayOf(first).open / 10_000).toFixed(2) })
      const far = ((dayOf(first).close / 10_000) * 1.4).toFixed(2)
      const resting = await harness.ask(orders.create, { ...AAPL, direction: 1, orderType: 1, price: far, quantity: '40', tif: 1 }, token)
      const cash = async () => Number((await harness.ask(wallets.one, { walletType: 'STOCK' }, token)).available)
      const cashBefore = await cash()

      await toNextDay()
      expect(harness.app.venue.session('US').tradeDate).toBe(exDate)
      const id = bought?.id ?? ''
      const onExDate = await harness.ask(positions.lots, { id }, token)
      expect(onExDate.dividends).toEqual([
        {
          exDate: dividend.exDate,
          payDate: dividend.payDate,
          quantity: '100',
          grossAmount: dividend.gross,
          tax: dividend.tax,
          netAmount: dividend.net,
          status: 0,
        },
      ])

      await toNextDay()
      expect(harness.app.venue.session('US').tradeDate).toBe(before)
      expect((await cash()) - cashBefore).toBeCloseTo(Number(dividend.net), 6)
      const lastInOldShares = await held()
      expect(lastInOldShares).toMatchObject({ quantity: '100', availableQuantity: '60', costAmount: bought?.costAmount })

      await toNextDay()
      expect(harness.app.venue.session('US').tradeDate).toBe(splitDate)
      const split = await harness.ask(positions.lots, { id }, token)
      expect(split.position).toMatchObject({
        quantity: String(100 * shares),
        availableQuantity: String(100 * shares),
        costAmount: bought?.costAmount,
        currentPrice: (dayOf(splitDate).open / 10_000).toFixed(2),
      })
      expect(split.lots).toMatchObject([{ acquiredDate: first, quantity: String(100 * shares), costAmount: bought?.costAmount }])
      expect(Number(split.position.avgPrice)).toBeCloseTo(Number(bought?.costAmount) / 100 / shares, 6)
      const { list } = await harness.ask(orders.list, { orderId: resting.orderId }, token)
      expect(list[0]).toMatchObject({ status: 2, subStatus: 'SYSTEM' })
      // The day's result counts from the close before, in new shares.
      const gained = (100 * shares * dayOf(splitDate).open - 100 * dayOf(before).close) / 10_000
      expect(Number(split.position.todayProfit)).toBeCloseTo(gained, 0)

      const bars = async (adjust: 'split' | 'none') => (await harness.ask(quotes.kline, { ...AAPL, type: 'day', adjust })).items
      const closeOn = (items: Awaited<ReturnType<typeof bars>>, date: string) =>
        Number(items.find(({ timestamp }) => new Date(timestamp).toISOString().startsWith(date))?.close)
      expect(closeOn(await bars('none'), before)).toBeCloseTo(dayOf(before).close / 10_000, 4)
      expect(closeOn(await bars('split'), before)).toBeCloseTo(dayOf(before).close / 10_000 / shares, 3)
      const { corporateActions } = await harness.ask(quotes.summary, AAPL)
      const sameCode = { oldCode: null, newCode: null }
      expect(corporateActions.slice(0, 2)).toEqual([
        { kind: 'split', exDate: splitDate, payDate: null, amount: null, ratio: `${shares}:1`, ...sameCode },
        { kind: 'dividend', exDate: dividend.exDate, payDate: dividend.payDate, amount: dividend.amount, ratio: null, ...sameCode },
      ])

      await harness.ask(positions.close, { id }, token)
      // The next minute in which anybody quotes is the last.
      await harness.pass(SESSION_MS - 2 * MINUTE)
      expect(await held()).toBeUndefined()
      const closed = await harness.ask(positions.lots, { id }, token)
      expect(closed.disposals).toMatchObject([{ acquiredDate: first, disposedDate: splitDate, quantity: String(100 * shares) }])
      expect(closed.lotProfit).toBe(closed.position.sellProfit)
      await expectSoundBooks(database.pool)
    } finally {
      await harness.stop()
      await database.stop()
      rmSync(played, { recursive: true, force: true })
    }
  })
})
