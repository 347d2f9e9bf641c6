import { usTicks } from '@rueda/rules/markets/us.ts'
import { describe, expect, test } from 'vitest'
import { instruments, listingOf } from './catalogue.ts'
import { companies } from './companies.ts'
import { referenceIndices } from './indices.ts'
import { logo } from './logo.ts'
import { sectors } from './sectors.ts'
import { famousTickers } from './words.ts'

const count = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length

describe('the catalogue of the simulated United States market (docs/rules/markets.md B.8)', () => {
  test('lists 300 companies: 150 on NASDAQ, 120 on NYSE, 30 on AMEX', () => {
    expect(companies).toHaveLength(300)
    expect(['NASDAQ', 'NYSE', 'AMEX'].map((name) => count(companies, (company) => company.instrument.exchange === name))).toEqual([
      150, 120, 30,
    ])
  })

  test('opens with Aurora Devices, Bramble Foods and Cobalt Harbor', () => {
    const opening = companies.slice(0, 3).map(({ instrument }) => `${instrument.id} ${instrument.name} ${instrument.exchange}`)
    expect(opening).toEqual(['US:ARDV Aurora Devices NASDAQ', 'US:BRBF Bramble Foods NYSE', 'US:CBHB Cobalt Harbor NASDAQ'])
  })

  test('names and tickers are unique, tickers have three to five letters and none is famous', () => {
    expect(new Set(companies.map(({ instrument }) => instrument.code)).size).toBe(300)
    expect(new Set(companies.map(({ instrument }) => instrument.name)).size).toBe(300)
    for (const { instrument } of companies) {
      expect(instrument.code).toMatch(/^[A-Z]{3,5}$/)
      expect(famousTickers.has(instrument.code)).toBe(false)
    }
  })

  test('every sector has companies, and every number lies in its range', () => {
    for (const [index, sector] of sectors.entries()) expect(count(companies, (company) => company.sector === index)).toBe(sector.share)
    for (const company of companies) {
      expect(company.basePrice).toBeGreaterThanOrEqual(5)
      expect(company.basePrice).toBeLessThanOrEqual(400)
      expect(company.beta).toBeGreaterThanOrEqual(0.6)
      expect(company.beta).toBeLessThanOrEqual(1.5)
      expect(company.gamma).toBeGreaterThanOrEqual(0.7)
      expect(company.gamma).toBeLessThanOrEqual(1.2)
      expect(company.averageDailyVolume).toBeGreaterThanOrEqual(400_000)
      expect(company.sharesOutstanding).toBeGreaterThan(company.averageDailyVolume)
      expect(company.listedOn < '2021-01-01').toBe(true)
    }
  })

  test('stocks are ordered in whole shares, indices not at all', () => {
    for (const instrument of instruments) expect(instrument.quoteOnly).toBe(instrument.market === 'IDX')
    expect(instruments[0]).toMatchObject({ step: 100_000_000n, minimumQuantity: 100_000_000n, ticks: usTicks })
  })

  test('the four indices say that they are simulated', () => {
    expect(referenceIndices.map(({ instrument }) => instrument.name)).toEqual([
      'US 500 (sim)',
      'US Tech 100 (sim)',
      'US 30 (sim)',
      'US 2000 (sim)',
    ])
    expect(referenceIndices.map(({ members }) => members.length)).toEqual([200, 60, 30, 100])
  })

  test('a listing is found by its id', () => {
    expect(listingOf('US:ARDV')).toMatchObject({ kind: 'company' })
    expect(listingOf('IDX:US500')).toMatchObject({ kind: 'index' })
    expect(listingOf('US:NONE')).toBeNull()
  })
})

test('a logo is a small drawing without text, the same every time and different from the others', () => {
  const drawings = instruments.map(logo)
  expect(new Set(drawings).size).toBe(instruments.length)
  for (const drawing of drawings) {
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64"/)
    expect(drawing).not.toContain('<text')
    expect(drawing.length).toBeLessThan(1_500)
  }
  expect(logo(instruments[0] ?? { id: '', name: '' })).toBe(drawings[0])
})
