import { type Derivation, type Part, amountOf, minus, plus, sumOf } from '../figures/derivation.ts'
import { type Wallet, withdrawableOf } from './wallet.ts'

/** The figures of a wallet that can be explained. */
export const walletFigures = ['balance', 'used', 'available', 'unsettled', 'withdrawable'] as const
export type WalletFigure = (typeof walletFigures)[number]

/** What a wallet's holds and margins are for, and the sales whose money has not settled, as far as they are known; none is larger than the whole. */
export type Uses = Readonly<{ holds: readonly Part[]; margins: readonly Part[]; sales: readonly Part[] }>

/**
 * A wallet's figure with what it is made of (`docs/rules/wallets.md` 0.7): the balance is what is free, what is held for orders and the
 * margin of positions; what is used is the last two; available is the rest; and what has not settled cannot be taken out.
 */
export function deriveWallet(wallet: Wallet, figure: WalletFigure, uses: Uses): Derivation {
  const { currency, type } = wallet
  const about = { kind: 'wallet', id: type } as const
  const cash = amountOf(currency, wallet.cash, { name: 'cash', about })
  const hold = amountOf(currency, wallet.hold, { name: 'hold', parts: uses.holds })
  const margin = amountOf(currency, wallet.margin, { name: 'margin', parts: uses.margins })
  const balance = sumOf(currency, [plus(cash), plus(hold), plus(margin)], { name: 'balance', about })
  switch (figure) {
    case 'balance':
      return balance
    case 'used':
      return sumOf(currency, [plus(hold), plus(margin)], { name: 'used', about })
    case 'available':
      return sumOf(currency, [plus({ ...balance, parts: [] }), minus(hold), minus(margin)], { name: 'available', about })
    case 'unsettled':
      return amountOf(currency, wallet.unsettled, { name: 'unsettled', about, parts: uses.sales })
    case 'withdrawable': {
      const waiting = wallet.cash - withdrawableOf(wallet)
      // Of money that is in use again the rest alone waits, and no sale says which.
      const unsettled = amountOf(currency, waiting, { name: 'unsettled', parts: waiting === wallet.unsettled ? uses.sales : [] })
      return sumOf(currency, [plus(cash), minus(unsettled)], { name: 'withdrawable', about })
    }
  }
}
