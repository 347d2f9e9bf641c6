import { type ChannelId, channelOf } from '@rueda/rules/deposits/channel.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { Reader } from '../../db/snapshot.ts'

type Moved = Readonly<{ currency: Currency; minor: bigint; count: number }>

/** Money credited since then, by the currency it was credited in. */
export async function moneyInSince(reader: Reader, since: Instant) {
  const { rows } = await reader.query<{ channel: ChannelId; total: bigint; count: bigint }>(
    `select channel, sum(credited)::bigint as total, count(*) as count from deposits where status = 'credited' and changed_at >= $1 group by channel`,
    [since],
  )
  return presentMoved(
    rows.map(({ channel, total, count }) => ({
      currency: walletCurrencies[channelOf(channel).wallet],
      minor: total,
      count: Number(count),
    })),
  )
}

/** Money paid out since then that has not come back, by the currency of the wallets it left. */
export async function moneyOutSince(reader: Reader, since: Instant) {
  const { rows } = await reader.query<{ wallet: WalletType; total: bigint; count: bigint }>(
    `select wallet, sum(amount)::bigint as total, count(*) as count from withdrawals where status = 'sent' and sent_at >= $1 group by wallet`,
    [since],
  )
  return presentMoved(rows.map(({ wallet, total, count }) => ({ currency: walletCurrencies[wallet], minor: total, count: Number(count) })))
}

/** One line for each currency. */
function presentMoved(moved: readonly Moved[]) {
  const currencies = [...new Set(moved.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const these = moved.filter((each) => each.currency === currency)
    return {
      currency,
      amount: formatMinor(
        these.reduce((sum, { minor }) => sum + minor, 0n),
        currency,
      ),
      count: these.reduce((sum, { count }) => sum + count, 0),
    }
  })
}
