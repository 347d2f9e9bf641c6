import { describe, expect, it } from 'vitest'
import {
  type Findable,
  MAX_ASKED_CHARACTERS,
  MAX_ASKED_WORDS,
  askedFor,
  howFound,
  howFoundMisspelt,
  ranked,
  waysToFind,
} from './ranking.ts'
import { plainCode, wordingOf } from './wording.ts'

const findable = (code: string, name: string, more: Partial<Record<'formerCodes' | 'synonyms' | 'elsewhere', string>> = {}): Findable => ({
  code: plainCode(code),
  formerCodes: more.formerCodes === undefined ? [] : [plainCode(more.formerCodes)],
  names: [wordingOf(name)],
  synonyms: more.synonyms === undefined ? [] : more.synonyms.split(',').map(wordingOf),
  together: more.synonyms === undefined ? [] : [wordingOf(`${name} ${more.synonyms}`)],
  elsewhere: more.elsewhere === undefined ? [] : [wordingOf(more.elsewhere)],
})

const aurora = findable('ARDV', 'Aurora Devices', { formerCodes: 'AURO' })
const crude = findable('SCL-2026Z', 'Petróleo liviano dic 2026', { synonyms: 'crudo, barril', elsewhere: 'Leichtes Rohöl Dez 2026 Öl' })
const pair = findable('EURUSD', 'Euro / Dólar')
const japanese = findable('SCL', '軽質原油 2026年12月')
const thai = findable('XAU', 'ทองคำ')

describe('what finds an instrument', () => {
  it.each([
    ['ARDV', aurora, 'code'],
    ['aurora devices', aurora, 'wholeName'],
    ['ardv', aurora, 'code'],
    ['ar', aurora, 'codeBeginning'],
    ['auro', aurora, 'formerCode'],
    ['aurora', aurora, 'firstWords'],
    ['devices', aurora, 'words'],
    ['devices aurora', aurora, 'words'],
    ['aurora dev', aurora, 'nameBeginning'],
    ['dev aur', aurora, 'wordBeginnings'],
    ['vices', aurora, null],
    ['petroleo', crude, 'firstWords'],
    ['PETRÓLEO', crude, 'firstWords'],
    ['crudo', crude, 'wholeName'],
    ['crudo dic 2026', crude, 'synonymWords'],
    ['cru', crude, 'synonymBeginnings'],
    ['cru dic', crude, 'synonymBeginnings'],
    ['rohöl', crude, 'elsewhere'],
    ['scl 2026z', crude, 'code'],
    ['eur/usd', pair, 'code'],
    ['eur-', pair, 'codeBeginning'],
    ['dolar', pair, 'words'],
    ['原油', japanese, 'wordBeginnings'],
    ['軽質', japanese, 'nameBeginning'],
    ['คำ', thai, 'wordBeginnings'],
    ['', aurora, null],
    [' - ', aurora, null],
  ] as const)('%s', (typed, found, way) => {
    expect(howFound(askedFor(typed), found)).toBe(way)
  })

  it('keeps the voicing of a kana and the vowels of other scripts, which make another word', () => {
    expect(wordingOf('ガス')).not.toEqual(wordingOf('カス'))
    expect(wordingOf('तेल')).not.toEqual(wordingOf('तल'))
    expect(wordingOf('Ñandú ß')).toEqual(wordingOf('nandu SS'))
  })
})

describe('a keyword that costs too much to look for', () => {
  const wordsOf = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

  it('finds nothing with more characters than may be typed, counted as they are folded', () => {
    const longest = 'a'.repeat(MAX_ASKED_CHARACTERS)
    expect(howFound(askedFor(longest), findable(longest, 'X'))).toBe('code')
    expect(howFound(askedFor(`${longest}a`), findable(`${longest}a`, 'X'))).toBeNull()
    const ligatures = '\uFDFA'.repeat(MAX_ASKED_CHARACTERS)
    expect(howFound(askedFor(ligatures), findable('X', ligatures))).toBeNull()
    expect(askedFor(ligatures).text.words).toEqual([])
  })

  it('finds nothing with more different words than a name is looked for by; a word said twice counts once', () => {
    const most = wordsOf(MAX_ASKED_WORDS)
    expect(howFound(askedFor(most), findable('X', `${most} more`))).toBe('firstWords')
    const tooMany = wordsOf(MAX_ASKED_WORDS + 1)
    expect(howFound(askedFor(tooMany), findable('X', `${tooMany} more`))).toBeNull()
    expect(howFoundMisspelt(askedFor(`aurota ${tooMany}`), findable('X', `Aurora ${tooMany}`))).toBeNull()
    expect(askedFor('a b '.repeat(MAX_ASKED_WORDS)).text.words).toEqual(['a', 'b'])
  })
})

describe('one typing error', () => {
  it.each([
    ['auorra', aurora, 'misspeltWord'],
    ['devics', aurora, 'misspeltWord'],
    ['aurota devices', aurora, 'misspeltWord'],
    ['aurota dev', aurora, 'misspeltWord'],
    ['devuc', aurora, 'misspeltBeginning'],
    ['crdo', crude, 'misspeltWord'],
    ['ARVD', aurora, 'misspeltCode'],
    ['aurota devcies', aurora, null],
    ['petroleo 2027', crude, null],
    ['scl-2026x', crude, null],
    ['erdv', findable('ARD', 'X'), null],
    ['ard', findable('ARDV', 'Aurora'), null],
  ] as const)('%s', (typed, found, way) => {
    expect(howFoundMisspelt(askedFor(typed), found)).toBe(way)
  })

  it('is looked for where nothing is spelled as it was typed', () => {
    const gold = { name: 'Gold', ...findable('XAU', 'Gold') }
    const golf = { name: 'Golf', ...findable('GLF', 'Golf') }
    const items = [golf, gold]
    const ranking = { findableOf: (item: (typeof items)[number]) => item, inOrder: () => 0 }
    expect(ranked('gold', items, ranking)).toEqual([gold])
    expect(ranked('golt', items, ranking)).toEqual([golf, gold])
    expect(ranked('golden', items, ranking)).toEqual([])
  })
})

describe('what comes first', () => {
  it('is what was found in the better way, and then what the order says', () => {
    const items = [
      findable('ZZ9', 'Aurora'),
      findable('AUR', 'Something else'),
      findable('AURX', 'Another'),
      findable('ZZ1', 'New Aurora'),
      findable('ZZ2', 'New Aurora'),
      findable('ZZ3', 'Foreign', { elsewhere: 'Aurora' }),
      findable('ZZ4', 'Renamed', { formerCodes: 'AURA' }),
    ]
    const found = ranked('aur', items, { findableOf: (item) => item, inOrder: (a, b) => (a.code < b.code ? 1 : -1) })
    expect(found.map(({ code }) => code)).toEqual(['aur', 'aurx', 'zz4', 'zz9', 'zz2', 'zz1', 'zz3'])
    expect(waysToFind[0]).toBe('code')
  })
})
