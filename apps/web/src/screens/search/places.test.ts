import { type TextLanguage, textLanguages } from '@rueda/text/keys.ts'
import { describe, expect, it } from 'vitest'
import { routePaths } from '../../routes.ts'
import { type NamedPlace, type PlaceWords, findPlaces, namedPlaces } from './find-places.ts'
import { notPlaces, placesFor } from './places.ts'

/** What somebody types in each language, and the page of the app that must come first. */
const files = import.meta.glob<Readonly<Record<string, string>>>('../../../../../packages/text/*/{titles,market,synonyms}.json', {
  eager: true,
  import: 'default',
})
const wordsIn = (language: TextLanguage): PlaceWords => {
  const say = (feature: string) => (key: string) => files[`../../../../../packages/text/${language}/${feature}.json`]?.[key] ?? ''
  return { titles: say('titles'), markets: say('market'), synonyms: say('synonyms') }
}
const customer = placesFor({ signedIn: true, practising: false })
const guest = placesFor({ signedIn: false, practising: false })
const found = (typed: string, language: TextLanguage, places = customer): readonly NamedPlace[] =>
  findPlaces(typed, namedPlaces(places, wordsIn(language), wordsIn('en')))
const paths = (...asked: Parameters<typeof found>): string[] => found(...asked).map(({ place }) => place.path)

describe('a page of the app is found by its title and other words for it', () => {
  it.each([
    ['depositar', 'es', 'pages/deposit/index'],
    ['depósito', 'es', 'pages/deposit/index'],
    ['deposit', 'es', 'pages/deposit/index'],
    ['retirar', 'es', 'pages/withdraw/bcard'],
    ['retiro', 'es', 'pages/withdraw/bcard'],
    ['préstamo', 'es', 'pages/loan/index'],
    ['credito', 'es', 'pages/loan/index'],
    ['Kredit', 'de', 'pages/loan/index'],
    ['Darlehen', 'de', 'pages/loan/index'],
    ['loan', 'de', 'pages/loan/index'],
    ['借款', 'zh-CN', 'pages/loan/index'],
    ['融資', 'ja', 'pages/loan/index'],
    ['fondos', 'es', 'pages/yinmutual/index'],
    ['fondso', 'es', 'pages/yinmutual/index'],
    ['FCI', 'es', 'pages/yinmutual/index'],
    ['投資信託', 'ja', 'pages/yinmutual/index'],
    ['IPO', 'es', 'pages/product/newstock'],
    ['ipo', 'th', 'pages/product/newstock'],
    ['打新', 'zh-CN', 'pages/product/newstock'],
    ['抽股票', 'zh-TW', 'pages/product/newstock'],
    ['Börsengang', 'de', 'pages/product/newstock'],
    ['impuestos', 'es', 'pages/fees/index'],
    ['residencia fiscal', 'es', 'pages/setting/tax'],
    ['Steuern', 'de', 'pages/fees/index'],
    ['टैक्स', 'hi', 'pages/fees/index'],
    ['เงินกู้', 'th', 'pages/loan/index'],
    ['withdraw', 'ja', 'pages/withdraw/bcard'],
    ['comisiones', 'es', 'pages/fees/index'],
    ['commission', 'hi', 'pages/fees/index'],
    ['dark theme', 'en', 'pages/setting/index'],
    ['idioma', 'es', 'pages/setting/index'],
    ['ภาษา', 'th', 'pages/setting/index'],
    ['cartera', 'es', 'pages/trade/index'],
    ['portfolio', 'ja', 'pages/trade/index'],
    ['billetera', 'es', 'pages/profile/index'],
    ['billeteras', 'es', 'pages/profile/index'],
    ['wallet', 'en', 'pages/profile/index'],
    ['wallets', 'de', 'pages/profile/index'],
    ['钱包', 'zh-CN', 'pages/profile/index'],
    ['confirmación de orden', 'es', 'pages/statement/index'],
    ['confirmation', 'en', 'pages/statement/index'],
    ['Abrechnung', 'de', 'pages/statement/index'],
    ['2FA', 'es', 'pages/setting/twofactor'],
    ['2fa', 'zh-TW', 'pages/setting/twofactor'],
    ['ayuda', 'es', 'pages/service/index'],
    ['मदद', 'hi', 'pages/service/index'],
    ['ช่วยเหลือ', 'th', 'pages/service/index'],
    ['copy trading', 'en', 'pages/product/follow'],
    ['cerrar cuenta', 'es', 'pages/setting/account'],
    ['积分', 'zh-CN', undefined],
  ] as const)('"%s" (%s) shows %s first', (typed, language, path) => {
    expect(paths(typed, language)[0]).toBe(path)
  })

  it('and a market by what is traded in it', () => {
    const [first] = found('divisas', 'es')
    expect(first?.place).toMatchObject({ path: 'pages/market/index', query: { market: 'FX' } })
    expect(first?.title).toBe('Forex')
  })

  it.each(textLanguages)('in %s every page is the first or one of the six that its title finds', (language) => {
    for (const { place, title } of namedPlaces(customer, wordsIn(language), wordsIn('en'))) {
      expect(
        found(title, language).map((one) => one.place),
        title,
      ).toContain(place)
    }
  })
})

describe('who is shown which pages', () => {
  it('every page of the table is one that is looked for, or is named as one that is not', () => {
    const looked = new Set<string>([...guest, ...placesFor({ signedIn: true, practising: true })].map(({ path }) => path))
    expect(routePaths.filter((path) => !looked.has(path)).toSorted()).toEqual([...notPlaces].toSorted())
  })

  it('a guest the doors, a customer none, and only practice begins again', () => {
    expect(paths('login', 'es', guest)).toContain('pages/auth/login')
    expect(paths('login', 'es')).not.toContain('pages/auth/login')
    expect(paths('crear cuenta', 'es')).not.toContain('pages/auth/register')
    const practising = placesFor({ signedIn: true, practising: true })
    expect(paths('crear cuenta', 'es', practising)).toContain('pages/auth/register')
    expect(paths('demo', 'es', practising)).toContain('pages/practice/index')
    expect(paths('demo', 'es')).not.toContain('pages/practice/index')
  })
})
