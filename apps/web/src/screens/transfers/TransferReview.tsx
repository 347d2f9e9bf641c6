import type { Wallet } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { Emphasised } from '../../shared/text/Emphasised.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { afterRow, exchangeRows, midRow } from './TransferReceipt.tsx'
import type { Proposal } from './proposal.ts'
import { type Quoting, useQuote } from './use-quote.ts'

type TransferReviewProps = Readonly<{
  proposal: Proposal
  wallets: readonly Wallet[]
  pending: boolean
  onConfirm: (quoteId: string | null) => void
}>

/** The transfer in a sentence, what it costs, how long its rate holds, and the hold that sends it. */
export function TransferReview({ proposal, wallets, pending, onConfirm }: TransferReviewProps) {
  const { from, to, amount, isExchange } = proposal
  const quoting = useQuote(isExchange ? { from, to, amount } : null)
  if (isExchange && !pending && quoting.error !== null) {
    return <Retry reason={whyFailed(quoting.error)} busy={quoting.busy} onRetry={quoting.refresh} />
  }
  if (isExchange && quoting.quote === null) return <SkeletonRows rows={6} height={30} />
  const expired = isExchange && quoting.secondsLeft === 0
  return (
    <>
      <Sentence proposal={proposal} />
      <Rows proposal={proposal} wallets={wallets} quoting={quoting} />
      <When quoting={quoting} isExchange={isExchange} expired={expired && !pending} />
      <Confirm pending={pending} locked={expired} onConfirm={() => onConfirm(quoting.quote?.quoteId ?? null)} />
    </>
  )
}

function Sentence({ proposal: { amount, fromCurrency, from, to } }: { proposal: Proposal }) {
  const t = useText('transfers')
  const common = useText('common')
  const { language } = useUi()
  const words = { amount: formatMoney(language, amount, fromCurrency), from: walletName(common, from), to: walletName(common, to) }
  return (
    <p className="mb-2 text-body text-text2">
      <Emphasised text={t('review.sentence', words)} />
    </p>
  )
}

type RowsProps = Readonly<{ proposal: Proposal; wallets: readonly Wallet[]; quoting: Quoting }>

function Rows({ proposal: { from, to, amount, toCurrency, isExchange }, wallets, quoting: { quote } }: RowsProps) {
  const t = useText('transfers')
  const common = useText('common')
  const { language } = useUi()
  const [source, target] = [wallets.find(({ walletType }) => walletType === from), wallets.find(({ walletType }) => walletType === to)]
  const received = isExchange ? (quote?.toAmount ?? null) : amount
  return (
    <Facts
      rows={[
        quote === null ? null : midRow(t, language, quote),
        ...(isExchange ? exchangeRows({ t, language, quote, to: { currency: toCurrency } }) : []),
        source === undefined ? null : afterRow(walletName(common, from), source, { amount, direction: 'out', divided: isExchange }),
        target === undefined ? null : afterRow(walletName(common, to), target, { amount: received, direction: 'in' }),
      ]}
    />
  )
}

const SECOND_MS = 1_000

/** The time it arrives, and the time left of the rate on screen. */
function When({ quoting, isExchange, expired }: Readonly<{ quoting: Quoting; isExchange: boolean; expired: boolean }>) {
  const t = useText('transfers')
  if (!isExchange) return <p className="mt-2 mb-3 text-meta text-text3">{t('at.once')}</p>
  if (expired) {
    const refresh = (
      <Button tone="secondary" busy={quoting.busy} onPress={quoting.refresh}>
        {t('rate.refresh')}
      </Button>
    )
    return (
      <div className="mt-2 mb-3">
        <InlineMessage tone="warn" action={refresh}>
          {t('rate.expired')}
        </InlineMessage>
      </div>
    )
  }
  return (
    <p className="num mt-2 mb-3 text-meta text-text3">
      {t('at.settlement', { seconds: String((quoting.quote?.settleDelayMs ?? 0) / SECOND_MS) })}{' '}
      {t('rate.holds', { seconds: String(quoting.secondsLeft) })}
    </p>
  )
}

function Confirm({ pending, locked, onConfirm }: Readonly<{ pending: boolean; locked: boolean; onConfirm: () => void }>) {
  const t = useText('transfers')
  const { offline, text } = useUi()
  return (
    <ConfirmHold
      label={offline ? text.offline : t('review.hold')}
      tapLabel={offline ? text.offline : t('review.tap')}
      pending={pending}
      disabled={(locked && !pending) || offline}
      onConfirm={onConfirm}
    />
  )
}
