import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { articleKindNames, articleTags, tagOf } from './article.ts'
import { contentOf, paragraphsOf } from './content.ts'
import { type MarketDay, type Move, SESSIONS_COMPARED, closeOf, jumpOf, jumpsAmong } from './day.ts'
import { dividendsOf, drawOf, haltOf, newSharesOf, placingOf, resumptionOf } from './events.ts'

const move = (instrumentId: string, previousClose: string, close: string): Move => ({
  ...{ instrumentId, previousClose: scaled(previousClose), close: scaled(close) },
})
const DAY: MarketDay = {
  ...{ market: 'US', date: '2026-11-18', closedAt: 1_000 },
  moves: [move('US:B', '100', '97.50'), move('US:A', '200', '208.40'), move('US:C', '50', '50'), move('US:D', '10', '10.10')],
  index: move('IDX:US500', '5000', '5042'),
}

it('every kind has a tag that readers can pick', () => {
  for (const kind of articleKindNames) expect(articleTags, kind).toContain(tagOf(kind))
})

describe('a close', () => {
  it('says the index, how many rose and fell, and the largest moves', () => {
    expect(closeOf(DAY)).toEqual({
      ...{ kind: 'market.closed', subject: 'US', date: '2026-11-18', at: 1_000, items: [] },
      facts: {
        ...{ market: 'US', date: '2026-11-18', index: 'IDX:US500', value: '5042.00', change: '0.84' },
        ...{ advancing: '2', declining: '1', unchanged: '1' },
        ...{ best: 'US:A', bestChange: '4.20', worst: 'US:B', worstChange: '-2.50' },
      },
      instruments: ['IDX:US500', 'US:A', 'US:B'],
    })
  })

  it('says nothing of an index that is not there, nor of a fall where nothing fell', () => {
    const article = closeOf({ ...DAY, index: null, moves: [move('US:A', '200', '208.40'), move('US:C', '50', '50')] })
    expect(article?.facts).toEqual({
      ...{ market: 'US', date: '2026-11-18', advancing: '1', declining: '0', unchanged: '1', best: 'US:A', bestChange: '4.20' },
    })
    expect(article?.instruments).toEqual(['US:A'])
  })

  it('is not made of a day without prices', () => {
    expect(closeOf({ ...DAY, moves: [] })).toBeNull()
    expect(closeOf({ ...DAY, moves: [move('US:A', '0', '10')] })).toBeNull()
  })

  it('names the same of two equal moves, in whatever order they come', () => {
    const [one, other] = [move('US:A', '10', '11'), move('US:B', '20', '22')]
    for (const moves of [
      [one, other],
      [other, one],
    ])
      expect(closeOf({ ...DAY, moves })?.facts.best).toBe('US:A')
  })
})

describe('a jump', () => {
  it('is a move of a twentieth or more; the three largest of a day, up or down', () => {
    const moves = [
      ...[move('US:A', '100', '105'), move('US:B', '100', '104.99'), move('US:C', '100', '88')],
      ...[move('US:D', '100', '107'), move('US:E', '100', '94.50')],
    ]
    expect(jumpsAmong(moves).map(({ instrumentId }) => instrumentId)).toEqual(['US:C', 'US:D', 'US:E'])
  })

  const jump = {
    ...{ move: move('US:A', '91.05', '94.873'), close: scaled('189.746'), low: scaled('181'), high: scaled('190.5') },
    ...{ currency: 'USD', date: '2026-11-18', closedAt: 1_000 },
  }
  const flat = Array.from({ length: SESSIONS_COMPARED }, () => scaled('91.05'))

  it('says the close in the shares of its day, and that it was the largest of thirty days', () => {
    expect(jumpOf({ ...jump, before: flat })).toMatchObject({
      kind: 'company.rose',
      facts: { instrument: 'US:A', price: '189.746 USD', size: '4.20', low: '181.00 USD', high: '190.50 USD', sessions: '30' },
    })
  })

  it('does not say so where a larger one was among them, or where they are not all known', () => {
    const larger = [...flat.slice(0, -2), scaled('80'), scaled('91.05')]
    for (const before of [larger, flat.slice(1)]) expect(jumpOf({ ...jump, before }).facts.sessions).toBeUndefined()
  })

  it('is a fall where the price fell', () => {
    expect(jumpOf({ ...jump, move: move('US:A', '100', '90'), before: [] })).toMatchObject({
      kind: 'company.fell',
      facts: { size: '10.00' },
    })
  })
})

describe('events', () => {
  const stop = { stopId: 'stop', scope: 'instrument', target: 'US:A', from: 5_000 } as const
  it('a halt and its end mention the instrument, or the market, or all', () => {
    expect(haltOf(stop, '2026-11-18')).toMatchObject({ kind: 'instrument.halted', subject: 'stop', at: 5_000, instruments: ['US:A'] })
    expect(resumptionOf({ ...stop, scope: 'market', target: 'AR' }, { date: '2026-11-18', at: 9_000 })).toMatchObject({
      ...{ kind: 'market.resumed', at: 9_000, facts: { market: 'AR', at: '9000', since: '5000' }, instruments: [] },
    })
    expect(haltOf({ ...stop, scope: 'all', target: null }, '2026-11-18').kind).toBe('house.halted')
  })

  const when = { date: '2026-11-18', at: 7_000 }
  const dividend = (instrumentId: string) =>
    ({ kind: 'dividend', instrumentId, exDate: when.date, payDate: '2026-12-09', amount: scaled('0.2475'), currency: 'USD' }) as const

  it('dividends of a day are one article; a single one names its company in the title', () => {
    expect(dividendsOf([], { ...when, market: 'US' })).toBeNull()
    expect(dividendsOf([dividend('US:A')], { ...when, market: 'US' })?.facts).toEqual({
      ...{ market: 'US', date: when.date, count: '1', instrument: 'US:A' },
    })
    expect(dividendsOf([dividend('US:B'), dividend('US:A')], { ...when, market: 'US' })).toMatchObject({
      facts: { market: 'US', date: when.date, count: '2' },
      items: [
        { instrument: 'US:A', amount: '0.2475 USD', paid: '2026-12-09' },
        { instrument: 'US:B', amount: '0.2475 USD', paid: '2026-12-09' },
      ],
      instruments: ['US:A', 'US:B'],
    })
  })

  it('offerings say their price, their window and their result', () => {
    const offered = { id: 'ipo', instrumentId: 'US:NEW', company: 'New', code: 'NEW', price: scaled('18.5'), currency: 'USD' }
    const window = { opens: '2026-11-20', closes: '2026-11-24', lists: '2026-11-30' }
    expect(newSharesOf(offered, window, when).facts).toEqual({ company: 'New', code: 'NEW', price: '18.50 USD', ...window })
    const drawn = { applications: 1_204, asked: 48_000n, allotted: 20_000n, lists: window.lists }
    expect(drawOf(offered, drawn, when).facts).toEqual({
      ...{ company: 'New', code: 'NEW', applications: '1204', asked: '48000', allotted: '20000', lists: window.lists },
    })
    const placed = { id: 'placing', instrumentId: 'US:A', discount: 350, opens: window.opens, closes: window.closes }
    expect(placingOf(placed, when).facts.discount).toBe('3.50')
  })
})

describe('content', () => {
  it('is escaped paragraphs; an address with https is a link, and nothing else is', () => {
    expect(contentOf('Uno & <b>dos</b>\n\n  Ver https://example.org/a?b=1&c=2. Fin')).toBe(
      '<p>Uno &amp; &lt;b&gt;dos&lt;/b&gt;</p>' +
        '<p>Ver <a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">https://example.org/a?b=1&amp;c=2</a>. Fin</p>',
    )
  })

  // `docs/rules/bad-input.md` D05, D07, D19, J04.
  it.each([
    ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<math><mi//xlink:href="data:x,<script>1</script>">'],
    ...[
      '<form id=location><input name=href>',
      '[a](javascript:alert(1))',
      'javascript:alert(1)',
      'data:text/html,<p>x</p>',
      '//evil.example',
    ],
    ...[
      'http://plain.example',
      'https://user@evil.example',
      'https://evil.example:8080/',
      'https://пример.рф',
      'https://local',
      '</p><p>&lt;',
    ],
  ])('keeps %s as text', (typed) => {
    const content = contentOf(typed)
    expect(content.replaceAll(/<\/?p>/gu, '')).not.toMatch(/[<>]/u)
    expect(paragraphsOf(content)).toEqual([[{ text: typed, address: null }]])
  })

  it('is read back as it was written, and a tag that somebody slipped in is text', () => {
    const text = 'Leé https://example.org/x y "esto" & <eso>'
    expect(paragraphsOf(contentOf(text)).map((runs) => runs.map((run) => run.text).join(''))).toEqual([text])
    expect(paragraphsOf(contentOf(text))[0]?.map(({ address }) => address)).toEqual([null, 'https://example.org/x', null])
    expect(paragraphsOf('<p>a<img src=x></p><a href="javascript:1" rel="noopener noreferrer nofollow">b</a>')).toEqual([
      [{ text: 'a<img src=x>', address: null }],
    ])
  })
})
