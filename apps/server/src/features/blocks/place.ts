import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { type BlockMarket, acceptBlock } from '@rueda/rules/blocks/accept.ts'
import { type BlockFacts, LOCK_DAYS } from '@rueda/rules/blocks/price.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { atOnce } from '@rueda/rules/orders/at-once.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { type CommandKind, commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { answerToPlacing } from '../orders/placed.ts'
import { ordersById } from '../orders/records.ts'
import { oncePerMoment } from '../orders/terms.ts'
import { bookReport } from '../orders/venue-events.ts'
import { venueOrderOf } from '../orders/venue-order.ts'
import { openPositionsIn } from '../positions/records.ts'
import type { BlockRequest } from './quote.ts'
import { ownQuote } from './store.ts'
import { BLOCK_MARKET, type MissingForBlocks, blockTerms, missingForBlocks } from './terms.ts'

type Requested = Readonly<{
  caller: Caller
  idempotency: Idempotency
  request: BlockRequest
  /** The customer's own price in units of 10^-8, or the one that was quoted. */
  price: bigint | null
  quoteId: string | null
}>

type Placed = DataOf<typeof orders.create>

/** Places a block at the price that was quoted, or at the customer's own. The order of a quote has its id, so that a quote is used once. */
export async function placeBlock(app: App, { caller, idempotency, request, price, quoteId }: Requested): Promise<Result<Placed>> {
  const missing = await missingForBlocks(app, caller)
  if (quoteId === null) {
    if (price === null) return refuse('parameter.missing', { field: 'quoteId' })
    const own = { id: app.ids.next(), ...request, price, isFirm: false, lockDays: LOCK_DAYS, expiresAt: null, facts: null, missing }
    return app.commands.run(placingBlock, { accountId: caller.accountId, idempotency, arguments: own })
  }
  const quote = await ownQuote(app.pool, caller.accountId, quoteId)
  if (quote === null) return refuse('block.quote_expired', { field: 'quoteId' })
  const isSame = quote.instrumentId === request.instrumentId && quote.side === request.side && quote.quantity === request.quantity
  if (!isSame) return refuse('parameter.invalid', { field: 'quoteId' })
  if (price !== null && price !== quote.price) return refuse('parameter.invalid', { field: 'price' })
  const { lockDays, expiresAt, facts } = quote
  const firm = { id: quote.id, ...request, price: quote.price, isFirm: true, lockDays, expiresAt, facts, missing }
  return app.commands.run(placingBlock, { accountId: caller.accountId, idempotency, arguments: firm })
}

type Placing = BlockRequest &
  Readonly<{
    id: string
    price: bigint
    isFirm: boolean
    lockDays: number
    /** Of the quote; null for a price of the customer's own. */
    expiresAt: Instant | null
    facts: BlockFacts | null
    missing: MissingForBlocks
  }>

type Tools = Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>

const termsOf = oncePerMoment<Placing, BlockMarket>()

export const placingBlock: CommandKind<Placing, Placed, Tools> = commandKind({
  name: 'blocks.place',
  places: true,
  reads: ({ id, instrumentId }: Placing) => ({
    wallets: [tradedTermsOf(BLOCK_MARKET).wallet],
    records: [openPositionsIn([instrumentId]), ordersById([id])],
  }),
  decide: (app: Tools, placing, state, now) => {
    const { id, instrumentId, side, quantity, price, isFirm, lockDays, expiresAt, facts, missing } = placing
    const off = app.switches.refusal('blocks')
    if (off !== null) return off
    if (orderKind.of(state).has(id) || (expiresAt !== null && now >= expiresAt)) return refuse('block.quote_expired', { field: 'quoteId' })
    const terms = termsOf(placing, now, () => blockTerms(app, placing, missing, now, facts))
    const number = referenceNumber('S', terms.tradeDate, id)
    const { wallet } = tradedTermsOf(BLOCK_MARKET)
    const request = { id, number, instrumentId, wallet, side, quantity, price, block: { isFirm, lockDays } }
    const accepted = acceptBlock(state, request, terms, now)
    if (!accepted.ok) return accepted
    const { order, outcome } = accepted.value
    return ok({
      outcome,
      data: answerToPlacing(app, order),
      placement: {
        orders: [venueOrderOf(order)],
        complete: (reports, acceptedState) => {
          const booked = atOnce({ before: state, outcome, accepted: acceptedState }, reports, (before, report) =>
            bookReport(app, before, report, now),
          )
          if (!booked.ok) return null
          const last = orderKind.in(booked.value).findLast((each) => each.id === id) ?? order
          return { outcome: booked.value, data: answerToPlacing(app, last) }
        },
      },
    })
  },
})
