import { languages } from '@rueda/text/languages.ts'
import { search } from '../apps/server/src/features/quotes/search.ts'
import { openWholeMarket } from './support/market.ts'
import { median, percentile, report } from './support/median.ts'

/**
 * P20: a search over everything that is listed, by what is typed. The slow way is the one of typing errors, which are looked for after
 * nothing was found as it was typed. The page waits 20 ms for the next key, which leaves the rest of a tenth of a second for the network,
 * the server and the drawing; the server's own part may take a fifth of that tenth.
 */
const ALLOWED_MS = 20
const RUNS = 20
const NOW = Date.UTC(2026, 10, 20, 16, 30)
const typed = {
  'as it is written': ['a', 'ar', 'aurora', 'aurora dev', 'oro', 'SCL-2026Z', 'jadewind', 'eur/usd', 'quebracho', '7203'],
  'with a typing error': [
    'auorra',
    'aurota devices',
    'petrleo',
    'jadewnid',
    'quebrcho',
    'volatlidad',
    'ARVD',
    'zzzzzz',
    'depositar',
    'semicno',
  ],
} as const

const { venue } = openWholeMarket()
venue.advance(NOW)
const listed = {
  instruments: new Map(venue.instruments.map((instrument) => [instrument.id, instrument])),
  formerCodes: () => [],
  quote: (id: string) => quotes.get(id) ?? null,
}
const quotes = new Map(venue.instruments.map(({ id }) => [id, venue.quote(id, NOW)]))

for (const [kind, keywords] of Object.entries(typed)) {
  const figures: number[] = []
  // The first run brings the names of each language together.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const language of languages) {
      for (const keyword of keywords) {
        const began = performance.now()
        search(listed, { typed: keyword, market: undefined, language })
        if (run > 0) figures.push(performance.now() - began)
      }
    }
  }
  const middle = median(figures)
  const slow = percentile(figures, 0.99).toFixed(1)
  report(`search ${kind}`, middle.toFixed(2), 'ms', middle / ALLOWED_MS, `${ALLOWED_MS} ms allowed`, `, 99 of 100 within ${slow} ms`)
}
