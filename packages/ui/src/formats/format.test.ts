import { describe, expect, it } from 'vitest'
import {
  directionOfPercent,
  formatChange,
  formatCompact,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatQuantity,
} from './format.ts'
import { type Language, languages } from './languages.ts'

const NBSP = '\u00a0'
const plain = (text: string) => text.replaceAll(NBSP, ' ').replaceAll('\u202f', ' ')

describe('numbers by language', () => {
  const table: Record<Language, [string, string, string, string]> = {
    'es': ['1.234.567,89', '+1,25%', '1,2 M', '12,3 mil M'],
    'en': ['1,234,567.89', '+1.25%', '1.2M', '12.3B'],
    'de': ['1.234.567,89', '+1,25 %', '1,2 Mio.', '12,3 Mrd.'],
    'hi': ['12,34,567.89', '+1.25%', '12.3 लाख', '12.3 अ॰'],
    'ja': ['1,234,567.89', '+1.25%', '123.5万', '123.5億'],
    'th': ['1,234,567.89', '+1.25%', '1.2M', '12.3B'],
    'zh-CN': ['1,234,567.89', '+1.25%', '123.5万', '123.5亿'],
    'zh-TW': ['1,234,567.89', '+1.25%', '123.5萬', '123.5億'],
  }

  it.each(languages)('%s', (language) => {
    const [number, percent, million, billion] = table[language]
    expect(formatNumber(language, '1234567.891', { least: 2 })).toBe(number)
    expect(plain(formatPercent(language, '1.25'))).toBe(percent)
    expect(plain(formatCompact(language, '1234567'))).toBe(million)
    expect(plain(formatCompact(language, '12345678901'))).toBe(billion)
  })

  it('writes thousands alike, few and many', () => {
    expect(['2200', '20000', '408500'].map((value) => plain(formatCompact('es', value)))).toEqual(['2,2 k', '20 k', '408,5 k'])
    const aligned = ['950', '20000', '43000000', '4014000000'].map((value) => plain(formatCompact('es', value, { aligned: true })))
    expect(aligned).toEqual(['950', '20,0 k', '43,0 M', '4.014,0 M'])
    expect(['2200', '20000'].map((value) => plain(formatCompact('en', value)))).toEqual(['2.2K', '20K'])
  })

  it('never writes a B in Spanish, which is a thousand billions there', () => {
    const written = ['999900000000', '1234567890123', '-1234567890123'].map((value) => plain(formatCompact('es', value)))
    expect(written).toEqual(['999,9 mil M', '1.234,6 mil M', '−1.234,6 mil M'])
    expect(plain(formatCompact('en', '1234567890123'))).toBe('1.2T')
  })

  it('groups four digits too', () => {
    expect(formatQuantity('es', '1234')).toBe('1.234')
    expect(formatQuantity('de', '1234')).toBe('1.234')
  })

  it('writes a true minus, a plus only for changes, and nothing before zero', () => {
    expect(formatChange('es', '-1.24')).toBe('\u22121,24')
    expect(formatChange('es', '1.24')).toBe('+1,24')
    expect(formatChange('es', '0')).toBe('0,00')
    expect(formatPercent('es', '0')).toBe('0,00%')
    expect(formatPercent('es', '-0.001')).toBe('0,00%')
    expect(formatNumber('en', '1.5', { least: 1 })).toBe('1.5')
  })

  it('never goes through a float', () => {
    expect(formatNumber('en', '9007199254740993.01', { least: 2 })).toBe('9,007,199,254,740,993.01')
  })

  it('rounds half away from zero, but cuts what is available', () => {
    expect(formatMoney('en', '10.005', 'USD')).toBe('$10.01')
    expect(formatMoney('en', '10.009', 'USD', { rounding: 'cut' })).toBe('$10.00')
  })

  it('says so when it does not know', () => {
    expect(formatPrice('es', null)).toBe('—')
    expect(formatMoney('es', undefined, 'USD')).toBe('—')
    expect(formatPercent('es', null)).toBe('—')
    expect(formatPrice('es', 'NaN')).toBe('—')
  })
})

describe('currencies', () => {
  it.each([
    ['es', '1234.56', 'ARS', 'ARS 1.234,56'],
    ['en', '1234.50', 'TWD', 'NT$ 1,234.50'],
    ['es', '31754', 'TWD', 'NT$ 31.754'],
    ['en', '189.95', 'USD', '$189.95'],
    ['es', '189.95', 'USD', '$189,95'],
    ['es', '-250', 'ARS', '\u2212ARS 250,00'],
    ['en', '12345', 'JPY', 'JPY 12,345'],
    ['es', '12.5', 'USDT', '12,50 USDT'],
    ['es', '12.500001', 'USDT', '12,500001 USDT'],
    ['es', '0.00012345', 'BTC', '0,000123 BTC'],
  ] as const)('%s %s %s is %s', (language, value, currency, text) => {
    expect(plain(formatMoney(language, value, currency))).toBe(text)
  })

  it('puts the sign of a change before the currency', () => {
    expect(formatMoney('es', '386.29', 'USD', { sign: 'change' })).toBe('+$386,29')
    expect(plain(formatMoney('es', '-32', 'ARS', { sign: 'change' }))).toBe('\u2212ARS 32,00')
  })
})

describe('decimals', () => {
  it('shows a price with four where the server names none', () => {
    expect(formatPrice('es', '189.95')).toBe('189,9500')
    expect(formatPrice('es', '189.95', 2)).toBe('189,95')
    expect(formatPrice('en', '1.0845', 5)).toBe('1.08450')
  })

  it('keeps them while a price moves over round figures', () => {
    const moving = (decimals: number, ...prices: string[]) =>
      prices.map((price) => formatPrice('es', price, decimals).split(',')[1]?.length)
    expect(moving(2, '99.95', '100', '100.1', '100.10', '1000.00')).toEqual([2, 2, 2, 2, 2])
    expect(moving(5, '1.08450', '1.0845', '1.1', '2')).toEqual([5, 5, 5, 5])
    expect(moving(1, '20.5', '20', '20.0')).toEqual([1, 1, 1])
  })

  it('calls less than half a hundredth of a percent flat', () => {
    expect(directionOfPercent('0.004')).toBe('flat')
    expect(directionOfPercent('0.005')).toBe('up')
    expect(directionOfPercent('-0.1')).toBe('down')
    expect(directionOfPercent(null)).toBe('flat')
  })
})
