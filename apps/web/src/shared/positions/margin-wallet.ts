import type { Position } from '@rueda/contract/positions.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { marketOf } from '../quotes/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'

/** The wallet that a position on margin was opened from, and that more margin comes from. */
export const marginWalletOf = ({ market }: Pick<Position, 'market'>): WalletType => tradedTermsOf(marketOf(market)).wallet

const NOTHING = /^0*\.?0*$/u

/** True while the typed amount is empty or zero. */
export const isNoAmount = (typed: string): boolean => NOTHING.test(finish(typed))
