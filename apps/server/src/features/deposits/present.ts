import { codeOfDepositStatus } from '@rueda/contract/codes.ts'
import type { DepositChannel as ChannelRow, Deposit as DepositRow } from '@rueda/contract/deposits.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { type ChannelId, CONFIRMATIONS, type DepositChannel, channelOf, creditRate } from '@rueda/rules/deposits/channel.ts'
import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { HouseAccount } from '@rueda/rules/terms/terms.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { BLOCK_MS, confirmationsOf } from '../../chain/blocks.ts'
import { referenceOf } from './bank.ts'

/** The only place where a deposit and a channel become JSON. */
export function presentDeposit(deposit: Deposit, now: Instant): DepositRow {
  const { id, number, channel: channelId, arrival, announced, credited, rate, status } = deposit
  const channel = channelOf(channelId)
  const creditCurrency = walletCurrencies[channel.wallet]
  const inChannel = (minor: bigint | null): string | null => (minor === null ? null : formatMinor(minor, channel.currency))
  return {
    id,
    depositNo: number,
    channelId,
    type: typeOf(channel),
    currency: channel.currency,
    network: networkOf(channel),
    amount: formatMinor(arrival?.amount ?? announced ?? 0n, channel.currency),
    announcedAmount: inChannel(announced),
    arrivedAmount: inChannel(arrival?.amount ?? null),
    creditedAmount: credited === null ? null : formatMinor(credited, creditCurrency),
    creditWallet: channel.wallet,
    creditCurrency,
    rate: rate === null ? null : formatScaled(rate),
    status: codeOfDepositStatus[status],
    state: status,
    reason: deposit.reason,
    shortfall: formatMinor(deposit.shortfall, creditCurrency),
    confirmations: arrival?.block === null || arrival === null ? 0 : confirmationsOf(arrival.block, now),
    confirmationsNeeded: channel.rail.kind === 'crypto' ? CONFIRMATIONS : 0,
    proofImg: deposit.proof,
    txHash: deposit.txHash ?? arrival?.reference ?? null,
    createTimeTimestamp: deposit.startedAt,
    arrivedTimestamp: arrival?.at ?? null,
    reviewTimestamp: deposit.reviewAt,
    examineTimeTimestamp: ['credited', 'reversed', 'failed'].includes(status) ? deposit.changedAt : null,
  }
}

/** The caller's own part of a channel, and its market price. */
type Own = Readonly<{
  accountId: string
  address: string | null
  mid: bigint | null
  isOff: boolean
  waiting: bigint
  minimum: bigint
  /** In cents of dollars. */
  automaticUpTo: bigint
  account: HouseAccount | null
}>

export function presentChannel(id: ChannelId, own: Own): ChannelRow {
  const { address, mid, isOff, waiting, minimum } = own
  const channel = channelOf(id)
  const rate = creditRate(channel, mid)
  const creditCurrency = walletCurrencies[channel.wallet]
  return {
    id,
    type: typeOf(channel),
    currency: channel.currency,
    network: networkOf(channel),
    channel: id,
    address,
    memo: null,
    qrCode: address,
    minAmount: plainAmount(minimum, creditCurrency),
    maxAmount: plainAmount(channel.largest, channel.currency),
    confirmations: channel.rail.kind === 'crypto' ? CONFIRMATIONS : 0,
    blockSeconds: BLOCK_MS / SECOND_MS,
    feeRate: '0',
    bankInfo: bankInfoOf(channel, own),
    creditWallet: channel.wallet,
    creditCurrency,
    rateToWallet: rate === null ? null : formatScaled(rate),
    spreadPct: percentText(channel.spread),
    waitingAmount: formatMinor(waiting, channel.currency),
    enabled: rate === null || isOff ? 0 : 1,
    simulated: 1,
  }
}

function bankInfoOf({ rail }: DepositChannel, { account, accountId, automaticUpTo }: Own): ChannelRow['bankInfo'] {
  if (account === null || rail.kind !== 'bank') return null
  return { ...account, reference: referenceOf(accountId), automaticUpTo: rail.isByRule ? plainAmount(automaticUpTo, 'USD') : null }
}

const typeOf = ({ rail }: DepositChannel): 'crypto' | 'fiat' => (rail.kind === 'crypto' ? 'crypto' : 'fiat')
const networkOf = ({ rail }: DepositChannel): string | null => (rail.kind === 'crypto' ? rail.network : null)

/** Round amounts are written without their zeros: "1", "10000". */
const plainAmount = (minor: bigint, currency: Currency): string => formatMinor(minor, currency).replace(/\.0+$/u, '')
