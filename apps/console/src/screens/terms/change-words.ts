import type { WireTermsChange } from '@rueda/contract/admin/terms.ts'
import { formatDecimal } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelOf } from '@rueda/rules/deposits/channel.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { LimitName } from '@rueda/rules/terms/limits.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { type RailId, rails } from '@rueda/rules/withdrawals/rails.ts'
import { figure, money } from '../../app/figures.ts'
import { say } from '../../app/words.ts'

/** Names the subject of a change. */
export const subjectOf = ({ kind, subject }: WireTermsChange): string =>
  kind === 'moneyLimit' ? say(`limit.${subject as LimitName}`) : `${say(`terms.kind.${kind}`)} · ${subject}`

/** A per cent is a hundredth: six decimals of it are eight of the whole. */
const PERCENT_DECIMALS = 6

/** Formats the values of a change for people; the server keeps integers, so that none is rounded. */
export function valuesOf({ kind, subject, terms }: WireTermsChange): string {
  const minor = (name: string): bigint => BigInt(terms[name] ?? '0')
  switch (kind) {
    case 'moneyLimit':
      return money(formatMinor(minor('limit'), 'USD'), 'USD')
    case 'withdrawalFee': {
      const { pays } = rails[subject as RailId]
      const share = figure(formatDecimal(minor('share'), PERCENT_DECIMALS).replace(/\.?0+$/u, ''))
      return `${share} % · ${say('terms.least')} ${money(formatMinor(minor('least'), pays), pays)}`
    }
    case 'depositMinimum': {
      const currency = walletCurrencies[channelOf(subject as ChannelId).wallet]
      return money(formatMinor(minor('minimum'), currency), currency)
    }
    case 'houseAccount':
      return ['bankName', 'accountName', 'accountNo', 'alias'].flatMap((name) => terms[name] ?? []).join(' · ')
  }
}
