import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { describe, expect, it } from 'vitest'
import { walletRow } from '../../testing/samples.ts'
import { bringOf, buyingPowerOf } from './buying-power.ts'

const rows = [
  walletRow('US_WALLET', '1000.00'),
  walletRow('STOCK', '500.00', '100.00'),
  walletRow('FUTURE', '900.00'),
  walletRow('BALANCE', '70000.00'),
]

describe('what there is to pay an amount with', () => {
  it('is one total of the wallet and of what the others may give, before anything is typed', () => {
    expect(buyingPowerOf(rows, { walletType: 'SUBSCRIPTION', amount: '' })).toMatchObject({
      available: undefined,
      total: undefined,
      bring: [],
    })
    expect(buyingPowerOf([...rows, walletRow('SUBSCRIPTION', '10.00')], { walletType: 'SUBSCRIPTION', amount: '' })).toMatchObject({
      ...{ available: '10.00', elsewhere: '1400.00', total: '1410.00', missing: null, bring: [] },
    })
  })

  it('names which wallet gives what, in the order of the rules, and what is asked of the request', () => {
    const power = buyingPowerOf([...rows, walletRow('FOLLOW', '5.00')], { walletType: 'FOLLOW', amount: '1205.' })
    expect(power.bring).toEqual([
      { walletType: 'US_WALLET', amount: '1000.00' },
      { walletType: 'STOCK', amount: '200.00' },
    ])
    expect(bringOf(power)).toEqual({ bring: power.bring })
    expect(bringOf({ bring: [] })).toEqual({})
  })

  it('names what all of them lack, to the cent, and then nothing comes', () => {
    expect(buyingPowerOf(rows, { walletType: 'US_WALLET', amount: '1400.01' })).toMatchObject({
      lacks: '400.01',
      missing: '0.01',
      bring: [],
    })
    expect(buyingPowerOf(rows, { walletType: 'US_WALLET', amount: '1400' })).toMatchObject({
      lacks: '400.00',
      missing: null,
      after: '-400.00',
    })
  })

  it('counts only those that may give', () => {
    const power = (givers: readonly WalletType[]) => buyingPowerOf(rows, { walletType: 'US_WALLET', amount: '1001', givers })
    expect(power([])).toMatchObject({ elsewhere: '0.00', missing: '1.00', bring: [] })
    expect(power(['STOCK'])).toMatchObject({ elsewhere: '400.00', missing: null, bring: [{ walletType: 'STOCK', amount: '1.00' }] })
  })
})
