import { transfers } from '@rueda/contract/transfers.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { giversTo } from '@rueda/rules/transfers/sources.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { Blocker } from '@rueda/ui/actions/BlockerButton.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'

const PENDING = 1
const LOOK_EVERY_MS = 5_000

/** Of what a wallet lacks: the part that no exchange under way brings, and the blocker that tells of one that brings all of it. */
export type Coming = Readonly<{ left: string | null; blocker: Blocker | null }>

/**
 * What exchanges under way bring to a wallet, or to one that may give to it. Without it a screen would ask a customer who
 * has just exchanged money to exchange it once more.
 */
export function useComing(to: WalletType | undefined, missing: string | null): Coming {
  const common = useText('common')
  const { language } = useUi()
  const { data } = useQuery(query(transfers.list, { status: PENDING }, { enabled: missing !== null, refetchInterval: LOOK_EVERY_MS }))
  const coming =
    data?.list.filter(({ toWalletType }) => to !== undefined && [to, ...giversTo(to)].some((type) => type === toWalletType)) ?? []
  if (to === undefined || missing === null || coming.length === 0) return { left: missing, blocker: null }
  const currency = walletCurrencies[to]
  const minor = (text: string): bigint => parseDecimal(text, minorDigits[currency]) ?? 0n
  const total = coming.reduce((sum, { toAmount }) => sum + minor(toAmount), 0n)
  const left = minor(missing) - total
  if (left > 0n) return { left: formatMinor(left, currency), blocker: null }
  const amount = formatMoney(language, formatMinor(total, currency), currency)
  const at = Math.max(...coming.map(({ settleTimestamp }) => settleTimestamp ?? 0))
  return { left: null, blocker: { when: true, label: common('short.coming', { amount, time: formatTime(at) }) } }
}
