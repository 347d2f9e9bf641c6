import { usTicks } from '@rueda/rules/markets/us.ts'
import { readFileSync } from 'node:fs'
import { languages } from '@rueda/contract/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { firstRates } from '@rueda/rules/fees/versions.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { expect, test } from 'vitest'
import { type MarketHours, marketTexts } from './market-texts.ts'

const instrument: Instrument = {
  id: 'US:TEST',
  market: 'US',
  code: 'TEST',
  name: 'Test',
  exchange: 'NYSE',
  currency: 'USD',
  ticks: usTicks,
  step: scaled('1'),
  minimumQuantity: scaled('1'),
  quoteOnly: false,
  contract: null,
}

const read = (language: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`@rueda/text/${language}/market-rules.json`)), 'utf8')) as Record<string, string>
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/gu)].map(([found]) => found).sort()

test.each(languages)('%s says every rule of the market, with the same figures in it', (language) => {
  const [english, translated] = [read('en'), read(language)]
  expect(Object.keys(translated)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(translated)) expect(placeholders(text), key).toEqual(placeholders(english[key] ?? ''))
})

const textsOf = (of: Instrument, hours: MarketHours, tradeDate: string, language: (typeof languages)[number]) =>
  marketTexts(of, firstRates(of.market), { hours, tradeDate }, language)

test('before April 2026 sales paid no SEC fee, and the text leaves it out', () => {
  expect(textsOf(instrument, 'real', '2026-04-03', 'en').feeText).not.toContain('SEC')
  expect(textsOf(instrument, 'real', '2026-04-04', 'en').feeText).toContain('SEC fee 20.60 USD per million')
})

test('fees are written as the language writes numbers', () => {
  const fees = (language: (typeof languages)[number]) => textsOf(instrument, 'real', '2026-11-20', language).feeText
  expect(fees('es')).toBe(
    'Comisión 0,03% del monto, mínimo 0,50 USD, en compras y ventas. Ventas: tasa SEC 20,60 USD por millón. Ventas: tasa TAF 0,000195 USD por acción, máximo 9,79 USD.',
  )
  expect(fees('de')).toContain('Provision 0,03\u00a0% des Betrags, mindestens 0,50 USD')
  expect(fees('en')).toContain('Commission 0.03% of the amount, at least 0.50 USD')
})

test('the hours and the settlement are those of the market that runs', () => {
  expect(textsOf(instrument, 'real', '2026-11-20', 'en')).toMatchObject({
    settlementText: 'T+1: a trade settles on the next settlement day.',
  })
  expect(textsOf(instrument, 'alwaysOpen', '2026-11-20', 'es').settlementText).toContain('día calendario siguiente')
  expect(textsOf(instrument, 'replay', '2013-10-04', 'en').sessionText).toContain('recorded')
})
