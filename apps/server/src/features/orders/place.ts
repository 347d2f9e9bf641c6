import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import type { QuantityIncrease } from '@rueda/exchange/venue.ts'
import { sizedByAmount } from '@rueda/rules/fractions/by-amount.ts'
import { isFraction } from '@rueda/rules/fractions/fraction.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import type { OrderRequest, OrderTerms } from '@rueda/rules/orders/accept.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import { type Part, acceptInLots } from '@rueda/rules/orders/split-lots.ts'
import { type Refusal, type Result, ok } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { type CommandKind, type Data, commandKind } from '../../write-path/commands.ts'
import { type AskedSource, walletsAsked, withBrought } from '../transfers/bring.ts'
import { executedAtOnce } from './execute-at-once.ts'
import { referenceNumber } from './numbers.ts'
import { presentResult } from './present.ts'
import { endingExits } from './resubmit.ts'
import { type Missing, feesPassed, missingOf, oncePerMoment, orderTerms } from './terms.ts'
import { venueOrderOf } from './venue-order.ts'
import { ordersWithPositions } from './reads.ts'
import { openPositionsIn } from '../positions/records.ts'
import { orderKind, orderEventKind } from '@rueda/rules/orders/records.ts'

export type ParsedOrder = Omit<OrderRequest, 'id' | 'number' | 'second'>
type Request<Asked> = Readonly<{
  caller: Caller
  idempotency: Idempotency
  instrumentId: string
  /** What the kind of placing reads the order from. */
  asked: Asked
  /** Other wallets that may give what it lacks. */
  sources?: readonly AskedSource[]
  /** Orders that end with this one's acceptance: the exits of a position that is closed some other way. */
  ends?: readonly string[]
}>

type Placing<Asked> = Readonly<{
  /** Of the order, and of the odd lots it may be split into. */
  ids: readonly [string, string, string]
  instrumentId: string
  wallet: WalletType
  asked: Asked
  sources: readonly AskedSource[]
  ends: readonly string[]
  missing: Missing
}>
type PlacingKind<Asked> = CommandKind<Placing<Asked>, DataOf<typeof orders.create>, Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>>

/** A kind of command that places an order, which `parse` reads only then: what there is to close is known with the account's state. */
export function placingKind<Asked extends Data>(
  name: string,
  parse: (asked: Asked, state: AccountState) => Result<ParsedOrder>,
): PlacingKind<Asked> {
  const termsOf = oncePerMoment<Placing<Asked>, OrderTerms>()
  return commandKind({
    name,
    places: true,
    reads: ({ instrumentId, wallet, sources, ends }: Placing<Asked>) => ({
      wallets: walletsAsked(wallet, sources),
      records: [openPositionsIn([instrumentId]), ...ordersWithPositions(ends)],
    }),
    decide: (app: Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>, placing, before, now) => {
      const { ids, instrumentId, asked, ends, missing } = placing
      const { state, outcome: ended } = endExits(before, ends, valueDateOf(app.venue, instrumentId), now)
      const parsed = parse(asked, state)
      if (!parsed.ok) return parsed
      const passed = feesPassed(app, parsed.value, now)
      if (passed !== null) return passed
      const own = { ...parsed.value, accountId: state.accountId }
      const terms = termsOf(placing, now, () => orderTerms(app, own, missing, now))
      const sized = sizedByAmount(parsed.value, terms)
      if (!sized.ok) return sized
      const off = fractionsOff(app, sized.value, terms.instrument)
      if (off !== null) return off
      const numbered = (one: string): Part => ({ id: one, number: referenceNumber('S', terms.tradeDate, one) })
      const [first, second, third] = [numbered(ids[0]), numbered(ids[1]), numbered(ids[2])]
      const decide = (at: AccountState) => acceptInLots(at, { ...sized.value, ...first, second }, [second, third], terms, now)
      const accepted = withBrought(app, placing, { state, now, decide })
      if (!accepted.ok) return accepted
      const { orders: parts, outcome } = accepted.value
      return ok(executedAtOnce(app, { state: before, outcome: compose(ended, outcome), data: presentResult(app, parts, ids[0]), now }))
    },
  })
}

type Sized = Pick<ParsedOrder, 'side' | 'quantity'>

/** Purchases of parts of shares can be switched off; whole shares and every sale go on. */
export const fractionsOff = (
  { switches }: Pick<Deciding, 'switches'>,
  { side, quantity }: Sized,
  instrument: Instrument | null,
): Refusal | null => (side === 'buy' && instrument !== null && isFraction(instrument, quantity) ? switches.refusal('fractions') : null)

export const placingOrder = placingKind('orders.place', (order: ParsedOrder) => ok(order))

/**
 * Places an order: the rules decide on the write path, the venue executes what it can at once, and one commit makes both real. Returns the
 * order as accepted; its fills arrive by push.
 */
export function placeOrder<Asked>(
  app: App,
  kind: PlacingKind<Asked>,
  request: Request<Asked>,
): Promise<Result<DataOf<typeof orders.create>>> {
  const { caller, idempotency, instrumentId, asked, sources = [], ends = [] } = request
  return endingExits(app, request, () => {
    const ids = [app.ids.next(), app.ids.next(), app.ids.next()] as const
    const wallet = walletOfInstrument(app, instrumentId)
    const placing = { ids, instrumentId, wallet, asked, sources, ends, missing: missingOf(app, caller) }
    return app.commands.run(kind, { accountId: caller.accountId, idempotency, arguments: placing })
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
