import type { Wallet as WalletRow } from '@rueda/contract/wallets.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { elsewhere, giversTo, sourcesOf } from '@rueda/rules/transfers/sources.ts'
import { type Wallet, type WalletType, emptyWallet, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** What an amount can be paid from, by the rules that decide it (`docs/rules/transfers.md` P.18). */
export type BuyingPower = Readonly<{
  walletType: WalletType
  currency: string
  /** In the wallet itself, in the others that may give to it, and both together; undefined until the wallets are known. */
  available: string | undefined
  elsewhere: string
  total: string | undefined
  /** What the amount leaves in the wallet; below zero where others give, or where nobody has enough. */
  after: string | undefined
  /** What the wallet itself lacks, and what all of them together do; null where they have enough. */
  lacks: string | null
  missing: string | null
  /** Which wallet gives what; empty where nothing has to come. */
  bring: { walletType: WalletType; amount: string }[]
}>

type Paying = Readonly<{
  walletType: WalletType
  /** As it is typed; nothing where it is no amount yet. */
  amount: string
  /** The wallets that may give, where not all of them may. */
  givers?: readonly WalletType[] | undefined
}>

export function buyingPowerOf(rows: readonly WalletRow[] | undefined, { walletType, amount, givers }: Paying): BuyingPower {
  const currency = walletCurrencies[walletType]
  const text = (minor: bigint): string => formatMinor(minor, currency)
  const known = new Map((rows ?? []).map((row) => [row.walletType, walletOf(row)]))
  const named = givers ?? giversTo(walletType)
  const wallets = new Map([...known].filter(([type]) => type === walletType || named.includes(type)))
  const there = elsewhere(wallets, walletType)
  const here = wallets.get(walletType)?.cash
  const asked = minorOf(amount, walletType)
  if (here === undefined) {
    return {
      walletType,
      currency,
      available: undefined,
      elsewhere: text(0n),
      total: undefined,
      after: undefined,
      lacks: null,
      missing: null,
      bring: [],
    }
  }
  const missing = asked - here
  const sources = missing > 0n ? (sourcesOf(wallets, walletType, missing) ?? []) : []
  return {
    ...{ walletType, currency, available: text(here), elsewhere: text(there), total: text(here + there), after: text(here - asked) },
    lacks: missing > 0n ? text(missing) : null,
    missing: missing > there ? text(missing - there) : null,
    bring: sources.map(({ from, most }) => ({ walletType: from, amount: text(most) })),
  }
}

const minorOf = (typed: string, walletType: WalletType): bigint =>
  parseDecimal(finish(typed), minorDigits[walletCurrencies[walletType]]) ?? 0n

const walletOf = ({ walletType, available, unsettled }: WalletRow): Wallet => ({
  ...emptyWallet(walletType),
  cash: minorOf(available, walletType),
  unsettled: minorOf(unsettled, walletType),
})

/** What a request says of it; nothing where nothing has to come. */
export const bringOf = ({ bring }: Pick<BuyingPower, 'bring'>) => (bring.length === 0 ? {} : { bring: [...bring] })
