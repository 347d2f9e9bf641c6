import { describe, expect, it } from 'vitest'
import { romanised } from './katakana.ts'
import { jaroWinkler, matchNames, normalName } from './name-match.ts'

const rounded = (value: number): string => value.toFixed(4)

describe('Jaro–Winkler, by the figures of its authors', () => {
  it.each([
    ['MARTHA', 'MARHTA', '0.9611'],
    ['DWAYNE', 'DUANE', '0.8400'],
    ['DIXON', 'DICKSONX', '0.8133'],
    ['SAME', 'SAME', '1.0000'],
    ['ABC', 'XYZ', '0.0000'],
    ['', '', '1.0000'],
    ['A', '', '0.0000'],
  ])('%s and %s: %s', (one, other, similarity) => {
    expect(rounded(jaroWinkler(one, other))).toBe(similarity)
    expect(rounded(jaroWinkler(other, one))).toBe(similarity)
  })
})

describe('one person’s name', () => {
  it.each([
    ['José Pérez', 'PEREZ JOSE'],
    ['María-José O’Higgins', 'o higgins maria jose'],
    ['Søren Ærø', 'Soren Aero'],
    ['Jürgen Groß', 'JURGEN GROSS'],
    ['Łukasz Żak', 'Lukasz Zak'],
    ['Ana Gonzalez', 'Ana Gonzales'],
    ['タナカ タロウ', 'Taro Tanaka'],
    ['ﾀﾅｶ ﾀﾛｳ', 'TANAKA TARO'],
    ['王小明', '王小明'],
  ])('%s is %s', (one, other) => {
    expect(matchNames(one, other)).toBe('same')
    expect(matchNames(other, one)).toBe('same')
  })

  it.each([
    ['Juan Perez', 'Ivan Perez'],
    ['王小明', 'Wang Xiaoming'],
    ['フェルナンデス', 'Maria Fernandez'],
  ])('people look at %s and %s', (one, other) => expect(matchNames(one, other)).toBe('similar'))

  it.each([
    ['Juan Perez', 'Maria Lopez'],
    ['Ana Gomez', 'Ricardo Darin'],
    ['王小明', '陳大文'],
  ])('%s is not %s', (one, other) => expect(matchNames(one, other)).toBe('different'))

  it('is compared in capitals, without accents, its parts in order', () => {
    expect(normalName('  Ñáñez,  José María ')).toBe('JOSE MARIA NANEZ')
    expect(normalName('D’Ángelo')).toBe('ANGELO D')
  })
})

it.each([
  ['ヤマモト ショウタ', 'YAMAMOTO SHOTA'],
  ['キョウコ', 'KYOKO'],
  ['ハットリ', 'HATTORI'],
  ['ジョン スミス', 'JON SUMISU'],
  ['フェルナンデス', 'FERUNANDESU'],
  ['リー', 'RI'],
])('%s in Latin letters is %s', (name, latin) => expect(romanised(name)).toBe(latin))
