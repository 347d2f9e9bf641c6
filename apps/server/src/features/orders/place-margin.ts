import type { DataOf } from '@rueda/contract/endpoint.ts'
import { CLOSES, requestedMarket, sideOfDirection, timeInForceOfCode, typeOfCode } from '@rueda/contract/codes.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import { type MarginOrderRequest, type MarginTerms, acceptMarginOrder } from '@rueda/rules/margin/accept.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import type { Part } from '@rueda/rules/orders/split-lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type MarginMarketName, isOnMargin, marginMarkets, marketFacts } from '@rueda/rules/markets/markets.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, HandlerRequest, Idempotency } from '../../http/handler.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { type CommandKind, type Data, commandKind } from '../../write-path/commands.ts'
import { withExposure, exposureTerms } from '../wallets/exposure.ts'
import { readConditions, worstSeenIn } from './conditions.ts'
import { type AskedSource, walletsAsked, withBrought } from '../transfers/bring.ts'
import { executedAtOnce } from './execute-at-once.ts'
import { referenceNumber } from './numbers.ts'
import { presentResult } from './present.ts'
import { endingExits } from './resubmit.ts'
import { type Missing, feesPassed, marginTerms, missingOf, oncePerMoment } from './terms.ts'
import { ordersWithPositions } from './reads.ts'
import { marginPositionsById } from '../positions/margin-records.ts'

export type ParsedMarginOrder = Omit<MarginOrderRequest, 'id' | 'number' | 'second'>
type Concerned = Pick<ParsedMarginOrder, 'instrumentId' | 'wallet' | 'margin'>
type Request<Asked> = Concerned &
  Readonly<{
    caller: Caller
    idempotency: Idempotency
    /** What the kind of placing reads the order from. */
    asked: Asked
    /** Other wallets that may give what it lacks. */
    sources?: readonly AskedSource[]
    /** Orders that end with this one's acceptance: the exits of a position that is closed some other way. */
    ends?: readonly string[]
  }>

type Placing<Asked> = Concerned &
  Readonly<{ id: string; secondId: string; asked: Asked; sources: readonly AskedSource[]; ends: readonly string[]; missing: Missing }>
type Tools = Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>
type PlacingKind<Asked> = CommandKind<Placing<Asked>, DataOf<typeof orders.create>, Tools>

/** As for every order (`placingKind`), with the position it concerns among what is read. */
export function placingKindOnMargin<Asked extends Data>(
  name: string,
  parse: (asked: Asked, state: AccountState) => Result<ParsedMarginOrder>,
): PlacingKind<Asked> {
  const termsOf = oncePerMoment<Placing<Asked>, MarginTerms>()
  return commandKind({
    name,
    places: true,
    reads: ({ wallet, sources, margin, ends }: Placing<Asked>) => {
      const wallets = walletsAsked(wallet, sources)
      return withExposure({ wallets, records: [marginPositionsById([margin.positionId]), ...ordersWithPositions(ends)] }, margin.action)
    },
    decide: (app: Tools, placing, before, now) => {
      const { id, secondId, instrumentId, margin, asked, ends, missing } = placing
      const { state, outcome: ended } = endExits(before, ends, valueDateOf(app.venue, instrumentId), now)
      const parsed = parse(asked, state)
      if (!parsed.ok) return parsed
      const passed = feesPassed(app, parsed.value, now)
      if (passed !== null) return passed
      const own = { ...parsed.value, accountId: state.accountId }
      const terms = termsOf(placing, now, () => ({
        ...marginTerms(app, own, missing, now),
        ...exposureTerms(app, state, margin.action),
      }))
      const numbered = (one: string): Part => ({ id: one, number: referenceNumber('S', terms.tradeDate, one) })
      const asksFor = { ...parsed.value, ...numbered(id), second: numbered(secondId) }
      const accepted = withBrought(app, placing, { state, now, decide: (at) => acceptMarginOrder(at, asksFor, terms, now) })
      if (!accepted.ok) return accepted
      const outcome = compose(ended, accepted.value.outcome)
      return ok(executedAtOnce(app, { state: before, outcome, data: presentResult(app, [accepted.value.order], id), now }))
    },
  })
}

export const placingOnMargin = placingKindOnMargin('orders.placeOnMargin', (order: ParsedMarginOrder) => ok(order))

/** Places an order on margin, the same way as every order. */
export function placeMarginOrder<Asked>(
  app: App,
  kind: PlacingKind<Asked>,
  request: Request<Asked>,
): Promise<Result<DataOf<typeof orders.create>>> {
  const { caller, idempotency, instrumentId, wallet, margin, asked, sources = [], ends = [] } = request
  return endingExits(app, request, () => {
    const [id, secondId] = [app.ids.next(), app.ids.next()]
    const placing = { id, secondId, instrumentId, wallet, margin, asked, sources, ends, missing: missingOf(app, caller) }
    return app.commands.run(kind, { accountId: caller.accountId, idempotency, arguments: placing })
  })
}

type Input = HandlerRequest<typeof orders.createMargin>['input']

/** The wire's codes and decimals as the rules' words and integers; an opening order is given the id of its position. */
export function parseMarginOrderRequest(app: Pick<App, 'venue' | 'ids'>, input: Input): Result<ParsedMarginOrder> {
  const code = input.stockCode ?? input.goldCode
  if (code === undefined) return refuse('parameter.missing', { field: 'goldCode' })
  const market = marketOf(app, input, code)
  if (market === null) return refuse('instrument.unknown', { field: 'source' })
  const quantity = parseScaled(input.quantity)
  const limitPrice = input.price === undefined ? null : parseScaled(input.price)
  if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
  if (input.price !== undefined && limitPrice === null) return refuse('parameter.invalid', { field: 'price' })
  const action = input.action === CLOSES ? 'close' : 'open'
  if (action === 'close' && input.positionId === undefined) return refuse('parameter.missing', { field: 'positionId' })
  // A future has one margin, a pair one for each leverage: only a pair's customer has a choice to make.
  const hasChoice = marketFacts[market].lists === 'pairs'
  if (action === 'open' && hasChoice && input.leverage === undefined) return refuse('parameter.missing', { field: 'leverage' })
  const type = typeOfCode[input.orderType]
  const conditions = readConditions(input)
  if (!conditions.ok) return conditions
  return ok({
    ...conditions.value,
    instrumentId: app.venue.idOf(market, code),
    wallet: tradedTermsOf(market).wallet,
    side: sideOfDirection[input.direction],
    type,
    timeInForce: timeInForceOfCode[input.tif],
    limitPrice: hasLimit(type) ? limitPrice : null,
    quantity,
    feesSeen: input.feeVersion ?? null,
    worstSeen: type === 'market' ? worstSeenIn(input) : null,
    leverage: action === 'open' ? (input.leverage ?? 1) : 1,
    margin: { action, positionId: action === 'close' && input.positionId !== undefined ? input.positionId : app.ids.next() },
  })
}

/** Market of a request that gives only a code: the one that lists it; an unknown code is looked for among the pairs. */
function marketOf({ venue }: Pick<App, 'venue'>, input: Input, code: string): MarginMarketName | null {
  const asked = requestedMarket(input, marginMarkets.find((market) => venue.find(market, code) !== null) ?? 'FX')
  return asked !== null && isOnMargin(asked) ? asked : null
}
