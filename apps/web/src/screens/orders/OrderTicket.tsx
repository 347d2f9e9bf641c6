import { isOnMargin, marketFacts } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Keypad } from '@rueda/ui/fields/Keypad.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPrice } from '@rueda/ui/formats/format.ts'
import { useRef } from 'react'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { PlanDoor } from '../../shared/plans/PlanDoor.tsx'
import { CloseOnlyNotice } from '../../shared/quotes/CloseOnlyNotice.tsx'
import { useRememberInstrument } from '../../shared/quotes/last-instrument.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { pipsBetween } from '../../shared/quotes/tick-value.ts'
import { ActionSegment, CloseChoice, ticketActions } from './CloseChoice.tsx'
import { ExitFields } from './ExitFields.tsx'
import { FractionNote } from './FractionNote.tsx'
import { LeverageField, MarginReceipt } from './MarginTerms.tsx'
import { OddLotNote } from './OddLotNote.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { PriceFields, Validity } from './PriceFields.tsx'
import { CostLine, Receipt } from './Receipt.tsx'
import { SizeFields, type TypedSize, UnitSwitch, useTypedSize } from './SizeFields.tsx'
import type { Detail } from './StockTicket.tsx'
import { StopFields } from './StopFields.tsx'
import { TicketButton, type TicketField } from './TicketButton.tsx'
import { QuoteLink, QuoteSubtitle, QuoteTitle } from './TicketHeader.tsx'
import { stopTypesIn } from './conditions.ts'
import { type Opening, type OrderType, type Side, asksForStopFirst } from './ticket.ts'
import { useOrderSheet } from './use-order-sheet.ts'
import { type Ticket, useTicket } from './use-ticket.ts'

type OrderTicketProps = Readonly<{ detail: Detail; opening: Opening; onRefresh: () => void }>

/** One ticket for every stock: side, type, price, size, cost, and the button that names what is missing. */
export function OrderTicket({ detail, opening, onRefresh }: OrderTicketProps) {
  const ticket = useTicket(detail, opening)
  const { docked } = useUi()
  const typed = useTypedSize(ticket)
  useRememberInstrument(detail)
  const flow = useOrderSheet({ onAccepted: ticket.forget })
  const size = useRef<HTMLInputElement>(null)
  const price = useRef<HTMLInputElement>(null)
  const stop = useRef<HTMLInputElement>(null)
  const exits = useRef<HTMLInputElement>(null)
  const focus = (field: TicketField) => ({ size, price, stop, exits })[field].current?.focus()
  const bar = <TicketButton ticket={ticket} onReview={flow.review} onRefresh={onRefresh} onFocus={focus} />
  const [action, choose] = useQueryValue('action', ticketActions, 'open')
  const segment = marketFacts[marketOf(detail.market)].lists === 'contracts' ? <ActionSegment value={action} onChange={choose} /> : null
  const page = {
    title: <QuoteTitle ticket={ticket} />,
    subtitle: <QuoteSubtitle quote={ticket.quote} />,
    actions: <QuoteLink detail={detail} />,
  }
  if (segment !== null && action === 'close') {
    return (
      <Screen {...page}>
        {segment}
        <CloseChoice detail={detail} onOpen={() => choose('open')} />
      </Screen>
    )
  }
  return (
    <Screen bare {...page} stickyBar={bar}>
      <div className="peer flex flex-1 flex-col gap-3 px-edge pt-edge pb-2">
        {segment}
        <SideAndType ticket={ticket} />
        {detail.tradeStatus === 'HALT' || detail.quoteOnly === 1 ? <Untradable detail={detail} /> : null}
        <CloseOnlyNotice quote={ticket.quote} />
        <StopFields ticket={ticket} field={stop} />
        <PriceFields ticket={ticket} field={price} />
        <SizeFields ticket={ticket} size={typed} field={size} />
        {/* On a desk the ticket is always there, and what stands in it is seen as one's own. Below the size, which it leaves in view. */}
        {ticket.isKept && !docked ? <KeptDraft ticket={ticket} /> : null}
        <OddLotNote ticket={ticket} />
        <FractionNote ticket={ticket} />
        <LeverageField ticket={ticket} />
        <Validity ticket={ticket} />
        <ExitFields ticket={ticket} field={exits} />
        {ticket.draft.side === 'buy' && ticket.draft.type === 'market' ? (
          <PlanDoor detail={detail} amount={String(ticket.input?.amount ?? '')} />
        ) : null}
        {isOnMargin(marketOf(detail.market)) ? <MarginReceipt ticket={ticket} /> : <Receipt ticket={ticket} />}
      </div>
      <TicketKeypad ticket={ticket} size={typed} />
      <OrderSheet flow={flow} quote={ticket.quote} onRefresh={onRefresh} />
    </Screen>
  )
}

/** Says that the order was typed before, so that it is not taken for a new one. */
function KeptDraft({ ticket: { forget } }: { ticket: Ticket }) {
  const t = useText('orders')
  return (
    <InlineMessage
      action={
        <Button tone="ghost" flush onPress={forget}>
          {t('kept.clear')}
        </Button>
      }
    >
      {t('kept')}
    </InlineMessage>
  )
}

/** The label of a side; a pair shows both prices there, because their difference is its cost. */
function useSideLabel({ detail, quote }: Ticket): (side: Side) => string {
  const t = useText('orders')
  const { language } = useUi()
  return (side) => {
    const price = side === 'buy' ? quote.ask : quote.bid
    if (detail.pair === null || price === null) return t(`side.${side}`)
    return t(`side.${side}At`, { price: formatPrice(language, price, quote.decimals) })
  }
}

function PairLine({ ticket: { detail, quote } }: { ticket: Ticket }) {
  const t = useText('orders')
  const { language } = useUi()
  const pips = detail.pair === null ? null : pipsBetween(quote.bid, quote.ask, detail.pair.pip)
  if (pips === null) return null
  return (
    <p className="num text-center text-meta text-text3">
      {t('margin.spread', { num: formatNumber(language, pips, { least: 1, most: 1 }) })}
    </p>
  )
}

/** The two everyday types, and one tab for everything that waits for a price. */
type TypeTab = 'market' | 'limit' | 'more'

function SideAndType({ ticket }: { ticket: Ticket }) {
  const t = useText('orders')
  const sideLabel = useSideLabel(ticket)
  const { draft, change, price, detail } = ticket
  const stops = stopTypesIn(marketOf(detail.market))
  const choose = (tab: TypeTab) => {
    const type: OrderType = tab === 'more' ? (stops[0] ?? 'market') : tab
    change(type === 'limit' && draft.price === '' ? { type, price } : { type })
  }
  return (
    <>
      <SegmentedControl<Side>
        label={t('side.label')}
        value={draft.side}
        onChange={(side) => change({ side })}
        options={[
          { value: 'buy', label: sideLabel('buy'), tone: 'buy' },
          { value: 'sell', label: sideLabel('sell'), tone: 'sell' },
        ]}
      />
      <PairLine ticket={ticket} />
      <div className="flex items-center border-b border-line *:first:flex-1 *:first:border-b-0 large:flex-wrap large:pb-2 large:*:first:basis-full">
        <ScrollTabs<TypeTab>
          label={t('type.label')}
          value={hasStop(draft.type) ? 'more' : (draft.type as 'market' | 'limit')}
          onChange={choose}
          tabs={[
            { value: 'market', label: t('type.market') },
            { value: 'limit', label: t('type.limit') },
            ...(stops.length === 0 ? [] : [{ value: 'more' as const, label: t('type.more') }]),
          ]}
        />
        {isOnMargin(marketOf(detail.market)) ? null : <UnitSwitch ticket={ticket} />}
      </div>
    </>
  )
}

function Untradable({ detail }: { detail: Detail }) {
  const t = useText('orders')
  return <InlineMessage tone="warn">{t(detail.quoteOnly === 1 ? 'quoteOnly' : 'halted')}</InlineMessage>
}

/** A field with a keyboard of its own has it in this place: our digits would not go there. They come back late, so that a press on its way elsewhere arrives. */
const WHILE_OTHER_FIELD = 'peer-has-[input[inputmode]:not([data-keypad]):focus]:*:last:hidden'

/** Whoever goes by keyboard needs no digits of ours, and sees what the focus is on. */
const WHILE_BY_KEYBOARD = 'peer-has-[:focus-visible:not([data-keypad])]:!static'

/**
 * Stays in reach at the bottom, where the screen is tall enough for it and the number. On a shorter one, and while fields below the
 * number are filled in, the number would be out of sight: there the device's keyboard comes with it.
 */
function TicketKeypad({ ticket, size }: Readonly<{ ticket: Ticket; size: TypedSize }>) {
  if (ticket.draft.exits || asksForStopFirst(ticket.draft)) return null
  return (
    <div
      className={classes(
        'sticky bottom-0 bg-bg px-edge large:hidden [@media(max-height:659px)]:hidden',
        WHILE_OTHER_FIELD,
        WHILE_BY_KEYBOARD,
      )}
    >
      <CostLine ticket={ticket} />
      <Keypad {...size} />
    </div>
  )
}
