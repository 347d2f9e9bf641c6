import { describe, expect, it } from 'vitest'
import { bankCodeOf, isAlias, isCbu } from './argentine-bank.ts'
import { accountFormatOf, normalNumber, wrongFieldOf } from './bank-account.ts'
import { isIban } from './iban.ts'
import { passesLuhn } from './luhn.ts'
import { checkAddress, normalAddress } from './networks.ts'

/** The vectors of `docs/rules/cards.md` E.12, and every text that differs from one of them in a single sign. */
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const DIGITS = '0123456789'

function mutationsOf(text: string, alphabet: string): readonly string[] {
  const places = [...text].flatMap((sign, place) => (alphabet.includes(sign) ? [place] : []))
  return places.flatMap((place) =>
    [...alphabet].filter((sign) => sign !== text[place]).map((sign) => text.slice(0, place) + sign + text.slice(place + 1)),
  )
}

describe('accounts of Argentina', () => {
  it.each(['2850590940090418135201', '0000003110001234567898'])('%s is one, and none that differs in a digit', (number) => {
    expect(isCbu(number)).toBe(true)
    expect(mutationsOf(number, DIGITS).filter(isCbu)).toEqual([])
  })

  it.each(['', '285059094009041813520', '28505909400904181352011', '2850590940090418135 01', '２850590940090418135201'])(
    '%s is none',
    (text) => expect(isCbu(text)).toBe(false),
  )

  it.each(['mi.alias', 'ABCDEF', 'sol-luna.mar', 'a2345678901234567890'])('%s is an alias', (text) => expect(isAlias(text)).toBe(true))
  it.each(['short', 'a23456789012345678901', 'con espacio', 'con_guion', 'ñandú.mar', '123456', '2850590940090418'])(
    '%s is no alias',
    (text) => expect(isAlias(text)).toBe(false),
  )

  it('the first three digits of a CBU name its bank; a CVU and an alias do not tell', () => {
    expect(bankCodeOf('2850590940090418135201')).toBe('285')
    expect(bankCodeOf('0000003110001234567898')).toBeNull()
    expect(bankCodeOf('mi.alias')).toBeNull()
  })
})

describe('IBAN', () => {
  it.each(['GB82WEST12345698765432', 'DE89370400440532013000', 'ES9121000418450200051332'])(
    '%s is one, and none that differs in a digit',
    (iban) => {
      expect(isIban(iban)).toBe(true)
      expect(mutationsOf(iban, DIGITS).filter(isIban)).toEqual([])
    },
  )

  // The check digits fit; the length is another country's.
  it.each(['DE8937040044053201300', 'GB82WEST123456987654320', 'ZZ82WEST12345698765432', 'gb82west12345698765432'])('%s is none', (text) =>
    expect(isIban(text)).toBe(false),
  )
})

describe('payment cards', () => {
  it('4242424242424242 passes, and none that differs in a digit', () => {
    expect(passesLuhn('4242424242424242')).toBe(true)
    expect(passesLuhn('4242424242424241')).toBe(false)
    expect(mutationsOf('4242424242424242', DIGITS).filter(passesLuhn)).toEqual([])
  })
})

describe('the account of a country', () => {
  const wrong = (countryCode: string, number: string, accountName = 'Juan Perez') => wrongFieldOf({ countryCode, number, accountName })

  it.each([
    ['AR', '2850590940090418135201'],
    ['AR', 'mi.alias'],
    ['TW', '0041234567890'],
    ['TW', '00412345678901234'],
    ['DE', 'DE89370400440532013000'],
    ['CN', '4242424242424242'],
    ['US', '021000021'],
    ['MX', '4242424242424242'],
  ])('%s %s', (countryCode, number) => expect(wrong(countryCode, number)).toBeNull())

  it.each([
    ['AR', '2850590940090418135202'],
    ['TW', '004123456789'],
    ['TW', '004123456789012345'],
    ['TW', '0000000000000'],
    ['DE', 'GB82WEST12345698765432'],
    ['DE', '37040044'],
    ['CN', '4242424242424241'],
    ['CN', '021000021'],
    ['US', 'ABC'],
    ['US', '111111111'],
    ['US', '02100002102100002102100002100'],
    ['MX', '4242424242424241'],
  ])('%s is not %s', (countryCode, number) => expect(wrong(countryCode, number)).toBe('cardNo'))

  it('Japan: bank, branch, account, and a holder in katakana', () => {
    expect(wrong('JP', '00010011234567', 'タナカ タロウ')).toBeNull()
    expect(wrong('JP', '00010011234567', 'ﾀﾅｶ ﾀﾛｳ')).toBeNull()
    expect(wrong('JP', '00010011234567', 'Tanaka Taro')).toBe('accountName')
    expect(wrong('JP', '00010011234567', '田中太郎')).toBe('accountName')
    expect(wrong('JP', '0001001123456', 'タナカ タロウ')).toBe('cardNo')
    expect(wrong('JP', '000100112345678', 'タナカ タロウ')).toBe('cardNo')
  })

  it('says which form it has', () => {
    expect(['AR', 'TW', 'JP', 'CN', 'ES', 'US'].map(accountFormatOf)).toEqual(['cbu', 'taiwan', 'japan', 'card', 'iban', 'local'])
  })

  it('is kept without the spaces and dashes people write; an alias keeps its dashes', () => {
    expect(normalNumber('AR', ' 28505909 40090418135201')).toBe('2850590940090418135201')
    expect(normalNumber('AR', 'Sol-Luna.Mar')).toBe('sol-luna.mar')
    expect(normalNumber('DE', 'de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000')
    expect(normalNumber('JP', '0001-001-1234567')).toBe('00010011234567')
  })
})

describe('addresses', () => {
  const is = (network: Parameters<typeof checkAddress>[0]) => (text: string) => checkAddress(network, text) !== 'wrong'

  it('Bitcoin, the older form', () => {
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
    expect(checkAddress('BTC', address)).toBe('checked')
    expect(mutationsOf(address, BASE58).filter(is('BTC'))).toEqual([])
    expect(checkAddress('BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe('checked')
  })

  it.each(['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'])(
    'Bitcoin, the newer form: %s',
    (address) => {
      expect(checkAddress('BTC', address)).toBe('checked')
      expect(checkAddress('BTC', address.toUpperCase())).toBe('checked')
      expect(
        mutationsOf(address.slice(4), BECH32)
          .map((rest) => address.slice(0, 4) + rest)
          .filter(is('BTC')),
      ).toEqual([])
    },
  )

  it.each([
    ['another network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['version 1 with the check of version 0', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx'],
    ['version 0 with the check of version 1', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['a program of a wrong length', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['letters of both cases', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
  ])('Bitcoin refuses %s', (_, address) => expect(checkAddress('BTC', address)).toBe('wrong'))

  it('Ethereum: the letters check the digits, where there are both cases', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(checkAddress('ETH', address)).toBe('checked')
    expect(checkAddress('ERC20', address)).toBe('checked')
    expect(checkAddress('ETH', address.toLowerCase())).toBe('unchecked')
    const changed = mutationsOf(address.slice(2), '0123456789').map((rest) => `0x${rest}`)
    expect(changed.filter(is('ETH'))).toEqual([])
    expect(checkAddress('ETH', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('wrong')
  })

  it.each(['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', `0x${'0'.repeat(40)}`, '0xzz'])(
    '%s is none',
    (text) => expect(checkAddress('ETH', text)).toBe('wrong'),
  )

  it('Tron', () => {
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(checkAddress('TRC20', address)).toBe('checked')
    expect(mutationsOf(address, BASE58).filter(is('TRC20'))).toEqual([])
    expect(checkAddress('TRC20', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('wrong')
  })

  it('one destination is one however it is typed, where capitals do not count', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(normalAddress('ETH', address)).toBe(address.toLowerCase())
    expect(normalAddress('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    expect(normalAddress('TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  })
})
