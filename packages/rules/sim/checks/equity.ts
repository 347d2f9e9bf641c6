import { AT_PAR, unitsForDollar } from '../../src/margin/dollar-rate.ts'
import { valueMargin } from '../../src/margin/valuation.ts'
import { quantityOf } from '../../src/positions/position.ts'
import { walletCurrencies } from '../../src/wallets/wallet.ts'
import type { Account } from '../brokerage/account.ts'
import { minorUnit } from '../model/fees.ts'
import type { MarginListing } from '../world/listings.ts'
import { midAt, priceAt } from '../world/prices.ts'
import { type World, listingOf } from '../world/world.ts'
import { positionKind } from '../../src/positions/records.ts'
import { robotSlotKind } from '../../src/robots/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'

/** Fine enough that no coin of any currency is lost in the sum. */
export const PARTS_OF_A_CENT = 10n ** 12n
const RATE_UNIT = 10_000n

/**
 * A customer's equity at the prices of the first moment, in parts of a cent: cash, holds, margins, shares,
 * robots' money and floating results.
 */
export function equityOf(world: World, { state }: Account): bigint {
  const amounts: Record<string, bigint> = { USD: 0n, ARS: 0n, TWD: 0n }
  const add = (currency: string, amount: bigint): void => void (amounts[currency] = (amounts[currency] ?? 0n) + amount)
  for (const { type, cash, hold, margin } of state.wallets.values()) add(walletCurrencies[type], (cash + hold + margin) * PARTS_OF_A_CENT)
  for (const { cash } of robotSlotKind.of(state).values()) add('USD', cash * PARTS_OF_A_CENT)
  for (const position of positionKind.of(state).values()) {
    const listing = listingOf(world, position.instrumentId)
    const worth = (priceAt(listing, 0) * (quantityOf(position) / listing.lot) * PARTS_OF_A_CENT) / minorUnit(position.instrumentId)
    add(listing.instrument.currency, worth)
  }
  for (const position of marginPositionKind.of(state).values()) {
    const { instrument, unit, ...listing } = listingOf(world, position.instrumentId) as MarginListing
    const price = priceAt({ instrument, unit, ...listing }, 0) * unit
    const rate = instrument.currency === 'JPY' ? unitsForDollar(price) : AT_PAR
    add('USD', valueMargin(position, price, instrument.contract, rate).profit * PARTS_OF_A_CENT)
  }
  return inDollars(amounts)
}

/** Buying power of a customer: the free money of all currencies, in parts of a cent. */
export function buyingPowerOf({ state }: Account): bigint {
  const amounts: Record<string, bigint> = { USD: 0n, ARS: 0n, TWD: 0n }
  for (const { type, cash } of state.wallets.values())
    amounts[walletCurrencies[type]] = (amounts[walletCurrencies[type]] ?? 0n) + cash * PARTS_OF_A_CENT
  return inDollars(amounts)
}

const CENTS = 100n

function inDollars(amounts: Readonly<Record<string, bigint>>): bigint {
  const worth = (currency: string): bigint =>
    ((amounts[currency] ?? 0n) * CENTS * RATE_UNIT) / (minorsOf[currency] ?? 1n) / midAt(`USD${currency}`, 0)
  return (amounts['USD'] ?? 0n) + worth('ARS') + worth('TWD')
}

const minorsOf: Readonly<Record<string, bigint>> = { ARS: 100n, TWD: 1n }
