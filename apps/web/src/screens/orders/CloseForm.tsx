import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useFirstDigit } from '@rueda/ui/fields/use-first-digit.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { type Ref, useRef } from 'react'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { closingAt } from '../../shared/positions/closing.ts'
import { FractionClosed } from './FractionNote.tsx'
import { LotChoice } from './LotChoice.tsx'
import { FeesLink } from './FeesLink.tsx'
import { marginCloseRows } from './MarginTerms.tsx'
import { floatingOf } from '../../shared/positions/floating.ts'
import { useRememberInstrument } from '../../shared/quotes/last-instrument.ts'
import { OrderSheet } from './OrderSheet.tsx'
import { PositionGone } from './PositionGone.tsx'
import { ExitFields } from './ExitFields.tsx'
import { PriceFields, Validity } from './PriceFields.tsx'
import { costRows } from './Receipt.tsx'
import { useExplainOrder } from './use-explain-order.ts'
import type { Detail } from './StockTicket.tsx'
import { TicketButton, type TicketField } from './TicketButton.tsx'
import { QuoteLink, QuoteSubtitle } from './TicketHeader.tsx'
import { faultText } from './fault-text.ts'
import { SizeChips } from './SizeFields.tsx'
import { decimalsOfTick, isAtLimit } from './prices.ts'
import { sizeText } from '../../shared/orders/size-text.ts'
import { isZero, withoutPart } from '../../shared/orders/sizing.ts'
import { StopFields } from './StopFields.tsx'
import { stopTypesIn } from './conditions.ts'
import { type Closing, useClosing, waitsForPrice } from './use-closing.ts'
import { useOrderSheet } from './use-order-sheet.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

type CloseFormProps = Readonly<{
  position: Position
  /** It has been closed since; what is open over the form stays until the customer leaves it. */
  gone: boolean
  exits: readonly OrderRow[]
  detail: Detail
  onRefresh: () => void
}>

/** Position, how much of it, at which price, what comes of it. */
export function CloseForm({ position, gone, exits, detail, onRefresh }: CloseFormProps) {
  const t = useText('orders')
  const p = useText('positions')
  const { language } = useUi()
  const closing = useClosing(position, exits, detail)
  useRememberInstrument(detail)
  // What is left is not for sale until somebody says so.
  const flow = useOrderSheet({ onAccepted: () => closing.change({ quantity: '' }) })
  const size = useRef<HTMLInputElement>(null)
  const price = useRef<HTMLInputElement>(null)
  const stop = useRef<HTMLInputElement>(null)
  const loss = useRef<HTMLInputElement>(null)
  if (gone && !flow.open) {
    return (
      <Screen title={t('close.title')}>
        <PositionGone />
      </Screen>
    )
  }
  const focus = (field: TicketField) => ({ size, price, stop, exits: loss })[field].current?.focus()
  const lacks = closing.missingLots === null ? null : p('lots.missing', { num: formatQuantity(language, closing.missingLots) })
  const bar = (
    <TicketButton
      ticket={closing}
      closes
      fault={lacks}
      onReview={() => flow.review(closing.proposal())}
      onRefresh={onRefresh}
      onFocus={focus}
    />
  )
  return (
    <Screen
      title={t('close.title')}
      subtitle={<QuoteSubtitle quote={closing.quote} />}
      actions={<QuoteLink detail={detail} />}
      stickyBar={bar}
    >
      <PositionStrip closing={closing} />
      <Types closing={closing} />
      <StopFields ticket={closing} field={stop} />
      <PriceFields ticket={closing} field={price} />
      <Size closing={closing} field={size} />
      {closing.mayWait && closing.draft.type === 'limit' ? <ExitFields ticket={closing} field={loss} /> : null}
      {waitsForPrice(closing.draft) ? <Validity ticket={closing} /> : null}
      {isOnMargin(closing.rules.market) ? null : <LotChoice closing={closing} />}
      {closing.endsExits ? <InlineMessage tone="warn">{t('close.exits')}</InlineMessage> : null}
      <Proceeds closing={closing} />
      <OrderSheet flow={flow} quote={closing.quote} onRefresh={onRefresh} />
    </Screen>
  )
}

type TypeTab = 'market' | 'limit' | 'more'

/** At once, at a limit, and on margin also at a stop. */
function Types({ closing: { draft, change, price, mayWait, free, rules } }: { closing: Closing }) {
  const t = useText('orders')
  const choose = (tab: TypeTab) => {
    if (tab === 'more') change({ type: stopTypesIn(rules.market)[0] ?? 'market', quantity: free })
    else change(tab === 'limit' && draft.price === '' ? { type: tab, price } : { type: tab })
  }
  return (
    <ScrollTabs<TypeTab>
      label={t('type.label')}
      value={hasStop(draft.type) ? 'more' : draft.type === 'limit' ? 'limit' : 'market'}
      onChange={choose}
      tabs={[
        { value: 'market', label: t('type.market') },
        { value: 'limit', label: t('type.limit') },
        ...(mayWait ? [{ value: 'more' as const, label: t('type.more') }] : []),
      ]}
    />
  )
}

function PositionStrip({ closing: { position, quote } }: { closing: Closing }) {
  const t = useText('orders')
  const p = useText('positions')
  const onMargin = isOnMargin(marketOf(position.market))
  const { language } = useUi()
  const nameOf = useInstrumentName()
  const now = floatingOf(position, quote.price_nominal)
  return (
    <Card
      title={nameOf(position)}
      action={<Change absolute={now?.profit ?? null} percent={now?.percent ?? null} currency={position.currency} />}
    >
      <StatGrid
        stats={[
          { label: t('review.quantity'), value: formatQuantity(language, position.quantity) },
          {
            label: onMargin ? t('close.average') : p('detail.averageCost'),
            value: formatPrice(language, position.avgPrice, position.decimals),
          },
          { label: t('price.last'), value: formatPrice(language, quote.price_nominal, quote.decimals) },
          { label: t('receipt.available'), value: formatQuantity(language, position.availableQuantity) },
        ]}
      />
    </Card>
  )
}

function Size({ closing, field }: Readonly<{ closing: Closing; field: Ref<HTMLInputElement> }>) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, change, position, rules, fault } = closing
  const { replaces, type } = useFirstDigit(draft.quantity, (quantity) => change({ quantity }))
  return (
    <div className="flex flex-col gap-2">
      <QuantityInput
        ref={field}
        label={t('review.quantity')}
        value={draft.quantity}
        replaces={replaces}
        decimals={decimalsOfTick(rules.step)}
        error={fault !== null && fault.startsWith('quantity.') ? faultText(t, language, fault, closing) : null}
        onChange={type}
      />
      <SizeChips ticket={closing} />
      <FractionClosed quantity={position.availableQuantity} quote={closing.quote} />
      {isZero(position.lockedQuantity) && position.availableQuantity === position.quantity ? null : <Locked closing={closing} />}
    </div>
  )
}

function Locked({ closing: { position, rules } }: { closing: Closing }) {
  const t = useText('orders')
  const { language } = useUi()
  return (
    <InlineMessage tone="info">{t('close.locked', { quantity: sizeText(t, language, rules.market, notSellable(position)) })}</InlineMessage>
  )
}

const notSellable = ({ quantity, availableQuantity }: Position): string => withoutPart(quantity, availableQuantity)

/** The proceeds and the result of the sale; the price may still move both. */
function Proceeds({ closing }: { closing: Closing }) {
  const t = useText('orders')
  const common = useText('common')
  const { language } = useUi()
  const { draft, preview, position, quantity, price, rules } = closing
  const explain = useExplainOrder(closing.asked)
  if (isOnMargin(rules.market)) return <MarginProceeds closing={closing} />
  const rough = preview === null ? closingAt(position, { quantity, price, fee: '0.00' }) : null
  return (
    <Card label={t('receipt.title')}>
      <Facts
        rows={
          preview === null
            ? [
                { label: t('close.proceeds'), value: <Money value={rough?.proceeds ?? null} currency={position.currency} />, opens: true },
                { label: t('receipt.fee'), value: '—' },
                { label: t('receipt.result'), value: '—' },
              ]
            : [
                ...costRows({ t, language, preview, side: 'sell', atLimit: isAtLimit(draft.type, price, preview.estPrice), explain }),
                { label: t('close.credited'), value: walletName(common, preview.walletType), divided: true },
              ]
        }
      />
      <FeesLink />
    </Card>
  )
}

/** The money a close on margin gives back: its margin, plus or minus the result. */
function MarginProceeds({ closing: { preview } }: { closing: Closing }) {
  const t = useText('orders')
  const common = useText('common')
  return (
    <Card label={t('receipt.title')}>
      <Facts
        rows={[
          ...marginCloseRows(t, preview),
          preview === null ? null : { label: t('close.credited'), value: walletName(common, preview.walletType), divided: true },
        ]}
      />
      <FeesLink />
    </Card>
  )
}
