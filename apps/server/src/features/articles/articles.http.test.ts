import { market } from '@rueda/contract/admin/market.ts'
import { articles } from '@rueda/contract/articles.ts'
import { reference } from '@rueda/contract/reference.ts'
import type { Bar, BarRequest } from '@rueda/exchange/venue.ts'
import { articleTags } from '@rueda/rules/articles/article.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { languages } from '@rueda/text/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VenueClient } from '../../venue/client.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { hire } from '../../testing/staff.ts'
import { applyCorporateActions } from '../corporate/apply.ts'
import { tellOfDay, tellOfLastDays } from './days.ts'
import { tellOfEvents } from './events.ts'

/** A Wednesday on which TEST rose from 170 to 182.10 and the rest of its market is not there; its close is at 16:00 in New York. */
const DATE = '2026-11-18'
const CLOSED_AT = Date.UTC(2026, 10, 18, 21)
const NOBODYS = '00000000-0000-7000-8000-000000000000'
const SESSIONS = 31

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const barAt = (at: number, close: string): Bar => ({
  ...{ at, open: scaled('174'), high: scaled('183.5'), low: scaled('173.25'), close: scaled(close) },
  ...{ volume: SCALE, turnover: SCALE, partial: false },
})
const closes: Record<string, readonly [string, string]> = { [SHARE.id]: ['170', '182.10'], 'IDX:US500': ['5000', '5042'] }

/** The market's record: everything stood still until this day. */
const venueOf = ({ app }: Harness): VenueClient => ({
  ...app.venue,
  bars: async ({ instrumentId, until, limit }: BarRequest) => {
    const [before, close] = closes[instrumentId] ?? []
    if (before === undefined || close === undefined) return null
    const opened = until - 6 * HOUR_MS
    const bars = Array.from({ length: Math.min(limit, SESSIONS) }, (_, at) => barAt(opened - at * DAY_MS, at === 0 ? close : before))
    return { timeZone: 'America/New_York', previousClose: scaled(before), bars: bars.toReversed() }
  },
  calendar: async (_market, from, to) => {
    const dates = [from]
    while ((dates.at(-1) ?? to) < to) dates.push(addDays(dates.at(-1) ?? to, 1))
    return dates.map((date) => {
      const closesAt = CLOSED_AT + Date.parse(date) - Date.parse(DATE)
      return {
        ...{ date, trading: true, settlement: true, halfDay: false, holidayName: null, projected: false },
        sessions: [{ type: 'REGULAR' as const, opensAt: closesAt - 6.5 * HOUR_MS, closesAt }],
      }
    })
  },
})
const tell = (date = DATE) => tellOfDay({ ...harness.app, venue: venueOf(harness) }, 'US', date)
const list = async (input = {}) => (await harness.ask(articles.list, input)).list
const titles = async (input = {}) => (await list(input)).map(({ title }) => title)

describe('a day that is over', () => {
  beforeAll(async () => {
    await tell()
  })

  it('is told once, however often the job comes', async () => {
    const before = await list()
    await tell()
    expect(before).toHaveLength(2)
    expect(await list()).toEqual(before)
  })

  it('says what the prices say: the close, above the jump that is in it', async () => {
    expect(await list()).toMatchObject([
      {
        ...{ tag: 'market', source: 'Rueda', simulated: 1, lang: 'es', venue: 'SIM', createTimeTimestamp: CLOSED_AT },
        title: 'Estados Unidos: US500 cerró en 5.042,00 (+0,84%)',
        summary: 'US500 cerró el 18/11/2026 en 5.042,00: +0,84% frente al cierre anterior.',
      },
      { tag: 'company', title: 'Test Instruments (TEST) subió 7,12%', createTimeTimestamp: CLOSED_AT },
    ])
  })

  it('is read whole, with the instruments that it mentions', async () => {
    const [close, jump] = await list()
    const { content, instruments } = await harness.ask(articles.one, { id: jump?.id ?? '' })
    expect(content).toBe(
      '<p>Test Instruments (TEST) cerró en $182,10, 7,12% por encima del cierre anterior.</p>' +
        '<p>En el día se movió entre $173,25 y $183,50.</p><p>Es su mayor variación diaria en 30 ruedas.</p>',
    )
    expect(instruments).toMatchObject([{ stock_code: 'TEST', market: 'US' }])
    const whole = await harness.ask(articles.one, { id: close?.id ?? '' })
    expect(whole.content).toContain('<p>Subieron: 1. Bajaron: 0. Sin cambios: 0.</p><p>La mayor suba: Test Instruments (TEST), +7,12%.</p>')
    expect(whole.content).not.toContain('baja:')
  })

  it('is in the language of the reader, or in the one that is asked for', async () => {
    const read = await Promise.all(languages.map((lang) => list({ lang })))
    expect(read.map(([first]) => first?.lang)).toEqual(languages)
    expect(new Set(read.map(([, jump]) => jump?.title)).size).toBe(languages.length)
    const inEnglish = await harness.call(articles.list, {}, null, { language: 'en' })
    expect(inEnglish.data?.list[1]).toMatchObject({ title: 'Test Instruments (TEST) rose 7.12%', lang: 'en' })
    const { content } = await harness.ask(articles.one, { id: inEnglish.data?.list[1]?.id ?? '', lang: 'de' })
    expect(content).toContain('schloss bei $182,10')
  })

  it('is found by its tag, by a word whatever its accents, by its instrument, page by page', async () => {
    expect(await titles({ tag: 'company' })).toEqual(['Test Instruments (TEST) subió 7,12%'])
    expect(await titles({ keyword: 'SUBIO 7' })).toEqual(['Test Instruments (TEST) subió 7,12%'])
    expect(await titles({ keyword: 'rose', lang: 'en' })).toEqual(['Test Instruments (TEST) rose 7.12%'])
    // A sign of patterns is a sign like others.
    for (const nothing of [{ keyword: 'rose' }, { keyword: 's_b' }, { keyword: 'subi%' }, { tag: 'house' } as const])
      expect(await titles(nothing)).toEqual([])
    expect(await titles({ stockCode: 'TEST', market: 'US' })).toHaveLength(2)
    expect(await titles({ stockCode: 'TEST500', market: 'IDX' })).toEqual([])
    expect(await harness.call(articles.list, { stockCode: 'NOPE' })).toMatchObject({ code: codeOf('instrument.unknown') })
    const page = await harness.ask(articles.list, { pageNum: 2, pageSize: 1 })
    expect(page).toMatchObject({ total: 2, pages: 2, list: [{ tag: 'company' }] })
  })

  it('is not there under an id that nobody gave', async () =>
    expect(await harness.call(articles.one, { id: NOBODYS })).toMatchObject({ code: codeOf('object.not_found') }))

  it('has tags with words', async () => {
    const tags = await harness.ask(reference.dictionary, { dictType: 'article_tag' })
    expect(tags.map(({ dictValue }) => dictValue)).toEqual(articleTags)
    expect(tags[0]?.dictLabel).toBe('Mercado')
  })

  it('begins a new server with the last day of each market', async () => {
    const fresh = await startHarness()
    try {
      const app = { ...fresh.app, venue: venueOf(fresh) }
      await tellOfLastDays(app)
      await tellOfLastDays(app)
      const { list: told } = await fresh.ask(articles.list, { tag: 'market' })
      // It is 14:00 in New York: the last day that is over was yesterday.
      expect(told.map(({ createTimeTimestamp }) => createTimeTimestamp)).toEqual([CLOSED_AT - DAY_MS])
    } finally {
      await fresh.stop()
    }
  })
})

describe('events', () => {
  const news = async (input = {}): Promise<(string | undefined)[]> => {
    await tellOfEvents(harness.app)
    await tellOfEvents(harness.app)
    return titles(input)
  }

  it('a halt and its end are told, each once', async () => {
    const staff = await hire(harness, ['risk'])
    const other = await hire(harness, ['risk'])
    const why = { reason: 'maintenance' } as const
    const { id } = await staff.ask(market.halt, { ...why, scope: 'instrument', target: SHARE.id })
    expect(await news({ tag: 'trading' })).toEqual(['Test Instruments (TEST): negociación suspendida'])
    await harness.pass(MINUTE_MS)
    await staff.ask(market.resume, { ...why, id })
    await other.ask(market.resume, { ...why, id })
    expect(await news({ tag: 'trading', stockCode: 'TEST' })).toEqual([
      'Test Instruments (TEST) vuelve a negociarse',
      'Test Instruments (TEST): negociación suspendida',
    ])
  })

  it('dividends, splits and new codes of companies are told from the books', async () => {
    const about = { instrumentId: SHARE.id, exDate: '2026-11-19' } as const
    harness.market.actions = [
      { ...about, kind: 'dividend', payDate: '2026-12-10', amount: scaled('0.2475') },
      { ...about, kind: 'split', newShares: 3n, oldShares: 1n },
      { ...about, kind: 'rename', oldCode: 'TEST', newCode: 'TSTI' },
    ]
    await harness.pass(DAY_MS)
    await applyCorporateActions(harness.app, 'US', about.exDate)
    await news()
    const told = await list({ tag: 'company', pageSize: 3 })
    expect(told.map(({ title }) => title).toSorted()).toEqual([
      'Test Instruments (TEST) cotiza ex dividendo',
      'Test Instruments (TEST): 3 acciones por cada 1',
      'Test Instruments: TEST pasa a ser TSTI',
    ])
    const dividend = told.find(({ title }) => title.includes('dividendo'))
    expect((await harness.ask(articles.one, { id: dividend?.id ?? '' })).content).toContain(
      '<p>Test Instruments (TEST): 0,2475 USD por acción, se paga el 10/12/2026.</p>',
    )
  })
})
