import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { BlockerButton, type Blocker as Way } from '@rueda/ui/actions/BlockerButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { asApiError } from '../../shared/server/api-error.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { useComing } from '../../shared/wallets/use-coming.ts'
import { type Blocker, type Checks, blockerOf } from './blocker.ts'
import { faultText } from './fault-text.ts'
import { missingOf } from './fees.ts'
import type { Proposal } from './proposal.ts'
import { type Fault, isNothing, validityOf } from './ticket.ts'
import type { Ticket } from './use-ticket.ts'
import { useStalePrice } from './use-stale-price.ts'

type TicketButtonProps = Readonly<{
  ticket: Ticket
  /** What the form around the ticket finds missing, in words. */
  fault?: string | null
  /** It closes a position, which terms never hold up. */
  closes?: boolean
  onReview: (proposal: Proposal) => void
  onRefresh: () => void
  onFocus: (field: TicketField) => void
}>

/** The ticket's groups of fields, for the button that leads to the wrong one. */
export type TicketField = 'size' | 'price' | 'stop' | 'exits'

/** The one button of the ticket: it reviews the order, or names what is in the way and corrects it. */
export function TicketButton({ ticket, fault = null, closes = false, onReview, onRefresh, onFocus }: TicketButtonProps) {
  const t = useText('orders')
  const { language, text, offline } = useUi()
  const signedIn = useSignedIn()
  const here = useReturn()
  const stale = useStalePrice(ticket.quote)
  const terms = useTermsFirst()
  const blocker = blockerOf(
    checksOf({ t, language, ticket, missing: fault, online: !offline, signedIn, stale, terms: terms.when && !closes }),
  )
  const way = wayOut(blocker, {
    t,
    language,
    ticket,
    offline: text.offline,
    login: hrefTo('pages/auth/login', { return: here }),
    terms,
    questions: hrefTo('pages/setting/suitability', { return: here }),
    onRefresh,
    onFocus,
  })
  const review = t(ticket.draft.side === 'buy' ? 'blocker.reviewBuy' : 'blocker.reviewSell')
  if (blocker.kind === 'funds' && isNothing(blocker.most)) return <TransferHere ticket={ticket} missing={blocker.missing} />
  // Where all wallets of the currency have too little, only an exchange brings more.
  const isExchanged = blocker.kind === 'funds' && ticket.preview !== null && ticket.preview.exchange !== null
  return (
    <>
      {isExchanged ? (
        <>
          <ExchangeNote offer={ticket.preview?.exchange ?? null} />
          <TransferHere ticket={ticket} missing={blocker.missing} />
        </>
      ) : null}
      <BlockerButton
        blockers={[way]}
        label={blocker.kind === 'queue' ? t('blocker.queue') : review}
        busy={blocker.kind === 'loading'}
        onPress={() => onReview(proposalOf(ticket))}
      />
    </>
  )
}

/** Leads to the exchange that gives what is missing, or to a transfer where nobody knows how much. */
function TransferHere({ ticket: { detail, preview, quote }, missing }: Readonly<{ ticket: Ticket; missing: string | null }>) {
  const t = useText('orders')
  const { language } = useUi()
  const here = useReturn()
  const to = marketTermsOf(marketOf(detail.market))?.wallet
  const exchange = preview?.exchange ?? null
  const { blocker } = useComing(to, exchange === null ? null : missing)
  const opening = exchange === null ? { amount: missing } : { from: exchange.walletType, amount: exchange.amount }
  return (
    <BlockerButton blockers={[blocker]}>
      <Button size="large" href={hrefTo('pages/profile/transfer', { to, ...opening, return: here })}>
        {missing === null
          ? t('blocker.transfer')
          : t('blocker.transferMissing', { missing: formatMoney(language, missing, preview?.currency ?? quote.currency) })}
      </Button>
    </BlockerButton>
  )
}

type Situation = Readonly<{
  t: Translate<'orders'>
  language: Language
  ticket: Ticket
  missing: string | null
  online: boolean
  signedIn: boolean
  stale: boolean
  terms: boolean
}>

function checksOf({ t, language, ticket, missing, online, signedIn, stale, terms }: Situation): Checks {
  const { draft, preview, fault, most, refusal } = ticket
  const refused = refusal === null ? null : asApiError(refusal)
  // A sale on margin needs no holding.
  const sellsHeld = draft.side === 'sell' && !isOnMargin(marketOf(ticket.detail.market))
  // What other wallets can bring is not in the way.
  const short = !sellsHeld && preview !== null && preview.bring.length === 0 ? missingOf(preview) : null
  const lacking = refused?.is('position.insufficient') === true || refused?.is('position.locked') === true
  const known = lacking || refused?.is('wallet.insufficient') === true
  // With nothing to sell no other fault matters.
  const holdsNone = sellsHeld && most !== null && isNothing(most)
  return {
    online,
    loggedIn: signedIn,
    stale: draft.type === 'market' && (stale || refused?.is('quote.stale') === true),
    empty: !holdsNone && isNothing(draft.unit === 'amount' ? draft.amount : draft.quantity),
    invalid:
      untradable(t, ticket, sellsHeld) ??
      (holdsNone ? null : fault === null ? (refused === null || known ? null : refused.message) : faultText(t, language, fault, ticket)) ??
      (lacking || holdsNone ? null : missing),
    terms: terms && !sellsHeld,
    questions: preview?.questionsFirst === 1,
    funds: short !== null || refused?.is('wallet.insufficient') === true ? { missing: short, most: most ?? '0' } : null,
    holding: lacking || holdsNone ? { most: most ?? '0' } : null,
    closed: preview?.queued === 1,
    pending: ticket.pending || preview === null,
  }
}

/** The reason no order of this kind is taken now; null when one is. */
function untradable(t: Translate<'orders'>, { detail, quote }: Ticket, sellsHeld: boolean): string | null {
  if (detail.tradeStatus === 'HALT') return t('session.HALT')
  if (detail.quoteOnly === 1) return t('quoteOnly')
  return quote.closeOnly === undefined || sellsHeld ? null : t('blocker.closeOnly')
}

type Ways = Readonly<{
  t: Translate<'orders'>
  language: Language
  ticket: Ticket
  offline: string
  login: string
  terms: Way
  questions: string
  onRefresh: () => void
  onFocus: (field: TicketField) => void
}>

/** The label of the button while something is in the way, and where it leads; null if nothing is. */
function wayOut(blocker: Blocker, ways: Ways): Way | null {
  const { t, ticket, onRefresh, onFocus } = ways
  switch (blocker.kind) {
    case 'offline':
      return { when: true, label: ways.offline }
    case 'login':
      return { when: true, label: t('blocker.login'), href: ways.login }
    case 'stale':
      return { when: true, label: t('blocker.stale'), onPress: onRefresh }
    case 'empty':
      return {
        when: true,
        label: t(ticket.draft.unit === 'amount' ? 'blocker.amount' : 'blocker.quantity'),
        onPress: () => onFocus('size'),
      }
    case 'invalid':
      return {
        when: true,
        label: blocker.message,
        onPress: ticket.fault === 'oddLot.limit' ? () => toLimit(ticket) : () => onFocus(fieldOf(ticket.fault)),
      }
    case 'terms':
      return ways.terms
    case 'questions':
      return { when: true, label: t('blocker.questions'), href: ways.questions }
    case 'funds':
      return fundsWay(blocker, ways)
    case 'holding':
      return holdingWay(blocker, ways)
    default:
      return null
  }
}

/** With too little money the button sets the largest order there is money for. */
function fundsWay({ most }: Extract<Blocker, { kind: 'funds' }>, { t, language, ticket }: Ways): Way {
  const label = t('blocker.funds', { most: formatQuantity(language, most) })
  return { when: true, label, onPress: () => ticket.change({ unit: 'quantity', quantity: most }) }
}

function holdingWay({ most }: Extract<Blocker, { kind: 'holding' }>, { t, language, ticket }: Ways): Way {
  if (isNothing(most)) return { when: true, label: t('blocker.holdingNone', { code: ticket.quote.stock_code }) }
  const label = t('blocker.holding', { most: formatQuantity(language, most) })
  return { when: true, label, onPress: () => ticket.change({ unit: 'quantity', quantity: most }) }
}

/** Changes the order to a limit at the current price, which the odd-lot book takes. */
const toLimit = ({ draft, price, change }: Ticket): void => change({ type: 'limit', ...(draft.price === '' ? { price } : {}) })

function fieldOf(fault: Fault | null): TicketField {
  const [group = ''] = (fault ?? '').split('.')
  if (group === 'price') return 'price'
  if (group === 'stop' || group === 'trail') return 'stop'
  return group === 'quantity' || group === '' ? 'size' : 'exits'
}

const textOf = (value: string | number | undefined): string | null => (value === undefined ? null : String(value))

function proposalOf({ draft, detail, quantity, input, preview }: Ticket): Proposal {
  if (input === null) throw new Error('a ticket without an order cannot be reviewed')
  return {
    side: draft.side,
    type: draft.type,
    quantity,
    price: textOf(input.price),
    trail: textOf(input.trailPercent),
    takeProfit: textOf(input.takeProfit),
    stopLoss: textOf(input.stopLoss),
    timeInForce: validityOf(input.market ?? 'US', draft),
    code: detail.stock_code,
    name: detail.name,
    market: input.market ?? 'US',
    decimals: detail.decimals,
    preview: preview === null || preview.bring.length === 0 ? input : { ...input, bring: preview.bring },
    positionId: null,
  }
}
