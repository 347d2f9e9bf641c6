import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { detailOf, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Search } from '../search/Search.tsx'
import { StockQuote } from './StockQuote.tsx'

/** Goal: whoever comes with the code of before finds the company, and is told the code of today. */
const KING = { name: 'Kingcup Cloud', code: 'US:KNCL', marketType: 'NYSE', formerCode: 'KNCL' }
afterEach(leave)

it('an old address opens the page, which names both codes', async () => {
  const answers = [
    answer(quotes.detail, { ...detailOf('US', 'KING'), ...KING }),
    answer(positions.byStock, { position: null, positions: [], orders: [] }),
  ]
  await visit(StockQuote, { at: 'pages/quote/stock?code=KNCL&source=0', answers, signedIn: true })
  expect(await screen.findByText('KING · NYSE · antes KNCL')).toBeDefined()
})

it('a search for the old code shows the new one, and marks what was typed', async () => {
  const answers = [answer(quotes.search, [quoteOf('US', 'KING', KING)])]
  await visit(Search, { at: 'pages/search/index?q=knc', answers, signedIn: true })
  const row = await screen.findByRole('link', { name: /Kingcup Cloud/ })
  expect(row.textContent).toContain('KING')
  expect(row.textContent).toContain('antes KNCL')
  expect(row.querySelector('b')?.textContent).toBe('KNC')
})
