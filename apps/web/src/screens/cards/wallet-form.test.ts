import { expect, it } from 'vitest'
import { wholeProof } from '../../shared/cards/money-out-proof.ts'
import { type WalletDraft, checkOf, inputOf, walletOf, wholeWallet } from './wallet-form.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const faults = (draft: WalletDraft) =>
  Object.fromEntries((wholeWallet.safeParse(draft).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

it.each<[string, Partial<WalletDraft>, object]>([
  ['the network comes first', { address: TRON }, { network: 'missing' }],
  ['then an address', { network: 'TRC20', address: ' ' }, { address: 'missing' }],
  ['of that network', { network: 'BTC', address: TRON }, { address: 'wrong' }],
  ['which may have room around it', { network: 'TRC20', address: ` ${TRON} ` }, {}],
  ['and may be one without a check', { network: 'ETH', address: `0x${'a'.repeat(40)}` }, {}],
])('%s', (_, differs, expected) => expect(faults({ ...walletOf(null), ...differs })).toEqual(expected))

it('nothing is checked before there is something to check', () => {
  expect(checkOf(walletOf(null))).toBeNull()
  expect(checkOf({ network: 'TRC20', address: TRON, label: '' })).toBe('checked')
})

it('an address is sent without the name that it has not', () => {
  expect(inputOf({ network: 'TRC20', address: ` ${TRON}`, label: ' ' })).toEqual({ type: 'vm', network: 'TRC20', address: TRON })
  expect(inputOf(walletOf(null))).toBeNull()
})

it('a destination is proved with the password, and with the code where one is asked for', () => {
  const isWhole = (asksCode: boolean | null, code: string, payPassword = 'a-password') =>
    wholeProof(asksCode).safeParse({ payPassword, code }).success
  expect(isWhole(false, '')).toBe(true)
  expect(isWhole(false, '', '')).toBe(false)
  expect(isWhole(true, '12345')).toBe(false)
  expect(isWhole(true, '123456')).toBe(true)
  expect(isWhole(null, '123456')).toBe(false)
})
