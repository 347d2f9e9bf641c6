import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { QuantityIncrease } from '@rueda/exchange/venue.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import type { OrderRequest, OrderTerms } from '@rueda/rules/orders/accept.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import { type Part, acceptInLots } from '@rueda/rules/orders/split-lots.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { executedAtOnce } from './execute-at-once.ts'
import { referenceNumber } from './numbers.ts'
import { presentResult } from './present.ts'
import { endingExits } from './resubmit.ts'
import { missingOf, oncePerMoment, orderTerms } from './terms.ts'
import { venueOrderOf } from './venue-order.ts'
import { ordersWithPositions } from './reads.ts'
import { openPositionsIn } from '../positions/records.ts'
import { orderKind, orderEventKind } from '@rueda/rules/orders/records.ts'

export type ParsedOrder = Omit<OrderRequest, 'id' | 'number' | 'second'>
export type Placing = Readonly<{
  caller: Caller
  idempotency: Idempotency
  instrumentId: string
  /** The request, parsed against the account state of the decision: only then is it known what there is to close. */
  parse: (state: AccountState) => Result<ParsedOrder>
  /** Orders that end with this one's acceptance: the exits of a position that is closed some other way. */
  ends?: readonly string[]
}>

/**
 * Places an order: the rules decide on the write path, the venue executes what it can at once, and one commit makes both real. Returns the
 * order as accepted; its fills arrive by push.
 */
export function placeOrder(app: App, placing: Placing): Promise<Result<DataOf<typeof orders.create>>> {
  return endingExits(app, placing, () => bookOrder(app, placing))
}

function bookOrder(
  app: App,
  { caller, idempotency, instrumentId, parse, ends = [] }: Placing,
): Promise<Result<DataOf<typeof orders.create>>> {
  const id = app.ids.next()
  const secondId = app.ids.next()
  const thirdId = app.ids.next()
  const termsOf = oncePerMoment<OrderTerms>()
  return app.writePath.run({
    accountId: caller.accountId,
    idempotency,
    places: true,
    reads: { wallets: [walletOfInstrument(app, instrumentId)], records: [openPositionsIn([instrumentId]), ...ordersWithPositions(ends)] },
    decide: (before, now) => {
      const { state, outcome: ended } = endExits(before, ends, valueDateOf(app.venue, instrumentId), now)
      const asked = parse(state)
      if (!asked.ok) return asked
      const terms = termsOf(now, () => orderTerms(app.venue, asked.value, missingOf(app, caller), now))
      const numbered = (one: string): Part => ({ id: one, number: referenceNumber('S', terms.tradeDate, one) })
      const [second, third] = [numbered(secondId), numbered(thirdId)]
      const accepted = acceptInLots(state, { ...asked.value, ...numbered(id), second }, [second, third], terms, now)
      if (!accepted.ok) return accepted
      const { orders: parts, outcome } = accepted.value
      return ok(executedAtOnce(app, { state: before, outcome: compose(ended, outcome), data: presentResult(app.venue, parts, id), now }))
    },
  })
}

/** The wallet of the instrument's market; what is not there is refused before anything is paid. */
export function walletOfInstrument({ venue }: Pick<App, 'venue'>, instrumentId: string): WalletType {
  const market = venue.instruments.get(instrumentId)?.market
  return (market === undefined ? null : marketTermsOf(market))?.wallet ?? 'STOCK'
}

/**
 * Sends the venue the orders of a batch that it does not have yet, and those that purchases of it made larger; registered once, so that no
 * committed order is forgotten.
 */
export const submitAccepted = (app: Pick<App, 'venue' | 'writePath'>): void =>
  app.writePath.onCommitted((committed) => {
    const accepted = committed.added(orderKind).filter(({ id }) => !committed.isAtVenue(id))
    if (accepted.length > 0) app.venue.submit(accepted.map(venueOrderOf))
    const increases = committed.happened(orderEventKind).flatMap(increaseOf)
    if (increases.length > 0) app.venue.grow(increases)
  })

const increaseOf = ({ kind, orderId, growth, sequence }: OrderEvent): QuantityIncrease[] =>
  kind === 'grown' && growth !== null && sequence !== null ? [{ orderId, by: growth, sequence }] : []
