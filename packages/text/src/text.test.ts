import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalNames } from '../../rules/src/refusals.ts'
import { features, textLanguages } from '../keys.ts'
import { refusalText } from '../refusal-text.ts'

/**
 * The eight languages are one: the same files, the same keys, the same placeholders, and a text for every refusal.
 * Method: each language is compared with Spanish, which is the list of keys.
 */
const others = textLanguages.filter((language) => language !== 'es')
const read = (language: string, feature: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', language, `${feature}.json`), 'utf8')) as Record<string, string>
const placeholders = (text: string) => [...new Set(text.match(/\{+\w+\}+/g))].sort()

describe('the eight languages', () => {
  it.each(textLanguages)('%s has a file for every feature and no other', (language) => {
    const files = readdirSync(join(import.meta.dirname, '..', language)).map((file) => file.replace('.json', ''))
    expect(files.sort()).toEqual([...features].sort())
  })

  describe.each(others)('%s', (language) => {
    it.each(features)('%s has the keys and placeholders of Spanish', (feature) => {
      const spanish = read('es', feature)
      const theirs = read(language, feature)
      expect(Object.keys(theirs).sort()).toEqual(Object.keys(spanish).sort())
      for (const [key, text] of Object.entries(spanish))
        expect(placeholders(theirs[key] ?? ''), `${feature} ${key}`).toEqual(placeholders(text))
    })
  })

  it.each(textLanguages)('%s leaves no text empty', (language) => {
    for (const feature of features) {
      for (const [key, text] of Object.entries(read(language, feature))) expect(text.trim(), `${feature} ${key}`).not.toBe('')
    }
  })
})

describe('refusals', () => {
  it.each(refusalNames)('%s has a text', (refusal) => {
    expect(read('es', 'refusals')[refusal]).toBeDefined()
  })

  it('name the figures they were refused for', () => {
    const facts = { low: '551', high: '673' }
    expect(refusalText(read('en', 'refusals'), 'price.outside_band', facts)).toBe('The price is outside the allowed range, 551 to 673.')
    expect(refusalText(read('es', 'refusals'), 'order.risk_limit', { limit: '50', unit: 'lots' })).toBe(
      'Supera el límite permitido: 50 lotes.',
    )
    expect(refusalText(read('en', 'refusals'), 'order.risk_limit', { limit: '500,000.00', unit: 'USD' })).toBe(
      'This is over the allowed limit: 500,000.00 USD.',
    )
    expect(refusalText(read('es', 'refusals'), 'quantity.below_minimum', { num: '10.000' })).toBe('La cantidad mínima es 10.000.')
  })

  it('do without figures that did not come', () => {
    expect(refusalText(read('en', 'refusals'), 'price.outside_band')).toBe('The price is outside the allowed range.')
  })

  it('have a plain text wherever they ask for a figure', () => {
    for (const [key, text] of Object.entries(read('es', 'refusals'))) {
      if (text.includes('{{') && !key.endsWith('.plain')) expect(read('es', 'refusals')[`${key}.plain`], key).toBeDefined()
    }
  })
})
