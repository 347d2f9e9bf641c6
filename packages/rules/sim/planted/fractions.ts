import { SCALE } from '../../src/decimal.ts'
import { FRACTION_STEP } from '../../src/markets/market.ts'
import { type Result, ok } from '../../src/result.ts'
import type { OrderRequest } from '../../src/orders/accept.ts'
import { realRules } from '../brokerage/rules.ts'
import { type Planted, accepting } from './changes.ts'

/** Bugs of purchases by amount and of parts of shares. */
export const plantedInFractions: Planted = {
  'an amount buys a millionth more than it pays for': {
    ...realRules,
    sizedByAmount: (...given) => resized(realRules.sizedByAmount(...given), (quantity) => quantity + FRACTION_STEP),
  },
  'an amount forgets the fee': {
    ...realRules,
    sizedByAmount: (request, terms) => realRules.sizedByAmount(request, { ...terms, fees: { ...terms.fees, rules: [] } }),
  },
  'an amount buys whole shares only': {
    ...realRules,
    sizedByAmount: (...given) => resized(realRules.sizedByAmount(...given), whole),
  },
  'a part of a share is traded while the market is closed': accepting((request, terms) => ({
    request,
    terms: { ...terms, matching: terms.matching || request.quantity % SCALE !== 0n },
  })),
  'a crumb of a share is sold': {
    ...realRules,
    acceptInLots: (state, request, parts, terms, now) =>
      realRules.acceptInLots(state, { ...request, quantity: isCrumb(request) ? MIN_TAKEN : request.quantity }, parts, terms, now),
  },
  'a part of a share gets no dividend': {
    ...realRules,
    heldAtClose: (...given) => whole(realRules.heldAtClose(...given)),
  },
  'a part of a share is lost in its execution': {
    ...realRules,
    bookExecution: (state, execution, terms, now) =>
      realRules.bookExecution(
        state,
        execution.quantity > SCALE ? { ...execution, quantity: whole(execution.quantity) } : execution,
        terms,
        now,
      ),
  },
}

/** What is certainly worth a dollar, in place of what may not be. */
const MIN_TAKEN = SCALE / 100n
const isCrumb = ({ side, quantity }: OrderRequest): boolean => side === 'sell' && quantity < MIN_TAKEN && quantity % SCALE !== 0n

const whole = (quantity: bigint): bigint => quantity - (quantity % SCALE)

const resized = (sized: Result<OrderRequest>, change: (quantity: bigint) => bigint): Result<OrderRequest> =>
  sized.ok ? ok({ ...sized.value, quantity: change(sized.value.quantity) }) : sized
