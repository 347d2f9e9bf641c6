import { addCard, certify, decideCard, removeCard, updateCard } from '../../src/cards/add.ts'
import { payDividend } from '../../src/corporate/dividend.ts'
import { bookSplit } from '../../src/corporate/split.ts'
import { announceDeposit } from '../../src/deposits/announce.ts'
import { registerArrival } from '../../src/deposits/arrive.ts'
import { creditDeposit } from '../../src/deposits/credit.ts'
import { expireDeposit, reverseDeposit } from '../../src/deposits/end.ts'
import { sizedByAmount } from '../../src/fractions/by-amount.ts'
import { endMandate, limitMandate, renewMandate, takeMandateBack } from '../../src/follow/change.ts'
import { confirmMandate, placeMandate } from '../../src/follow/place.ts'
import { strikeMandate } from '../../src/follow/settle.ts'
import { payRedemption, redeem, strikeRedemption, takeBack } from '../../src/funds/redeem.ts'
import { applyFor, cancelApplication } from '../../src/subscriptions/apply.ts'
import { deliverShares, settleApplication, withdrawApplication } from '../../src/subscriptions/settle.ts'
import { confirmSubscription, subscribe } from '../../src/funds/subscribe.ts'
import { actOnPlan, beginPlan } from '../../src/plans/change.ts'
import { pendingRun, placedRun, skippedRun, sourcesOfRun } from '../../src/plans/run.ts'
import { applyForLoan, cancelApplication as cancelLoan } from '../../src/loans/apply.ts'
import { passDays } from '../../src/loans/default.ts'
import { decideRepayment, requestRepayment, reviewRepayment } from '../../src/loans/repay.ts'
import { decideLoan, reviewLoan } from '../../src/loans/review.ts'
import { expireRental, finishRental, handOver, keepValue, resumeRental, stopRental, watchRental } from '../../src/robots/keep.ts'
import { acceptBlock } from '../../src/blocks/accept.ts'
import { blockPrice } from '../../src/blocks/price.ts'
import { rentRobot } from '../../src/robots/rent.ts'
import { acceptRobotOrder, tradeTowards } from '../../src/robots/trade.ts'
import { reviewIdentity } from '../../src/kyc/review.ts'
import { checkSubmission } from '../../src/kyc/submission.ts'
import { reverseEntry } from '../../src/reversals/reversal.ts'
import { settleTrades } from '../../src/orders/settle.ts'
import { acceptMarginOrder } from '../../src/margin/accept.ts'
import { addMargin, setTopUp } from '../../src/margin/add-margin.ts'
import { bookMarginExecution } from '../../src/margin/book-execution.ts'
import { carryOut } from '../../src/margin/carry-out.ts'
import { settleDaily } from '../../src/margin/daily-settlement.ts'
import { expirePosition } from '../../src/margin/expiry.ts'
import { nextMarginStep } from '../../src/margin/liquidation.ts'
import { rollPosition } from '../../src/margin/rollover.ts'
import { messagesOf } from '../../src/messages/records.ts'
import { type OrderRequest, acceptOrder } from '../../src/orders/accept.ts'
import { amendOrder } from '../../src/orders/amend.ts'
import { atOnce } from '../../src/orders/at-once.ts'
import { type Execution, bookExecution } from '../../src/orders/book-execution.ts'
import { otherSideOf } from '../../src/orders/circumstances.ts'
import { endExits } from '../../src/orders/end-exits.ts'
import { endOrder } from '../../src/orders/end.ts'
import { matchPrice } from '../../src/orders/match-price.ts'
import { bringFirst } from '../../src/transfers/bring.ts'
import { acceptInLots } from '../../src/orders/split-lots.ts'
import { trailOrder, triggerOrder } from '../../src/orders/trigger.ts'
import { holdingHistory } from '../../src/positions/history.ts'
import { ownResult } from '../../src/positions/own-currency.ts'
import { quantityOf } from '../../src/positions/position.ts'
import { beginAgain } from '../../src/practice/begin-again.ts'
import { beginAttempt, handInAnswers } from '../../src/suitability/take.ts'
import type { CalendarDate } from '../../src/time.ts'
import { cancelTransfer, settleTransfer } from '../../src/transfers/end.ts'
import { priceExchange } from '../../src/transfers/exchange.ts'
import { startTransfer } from '../../src/transfers/start.ts'
import { cancelWithdrawal, rejectWithdrawal, returnWithdrawal, sendWithdrawal } from '../../src/withdrawals/end.ts'
import { approvalsNeeded, approved, reviewWithdrawal } from '../../src/withdrawals/review.ts'
import { startWithdrawal } from '../../src/withdrawals/start.ts'
import { type Account, causeOf } from './account.ts'
import { requireDualApproval, circumstancesOf, coolingAfter, earliestTo, gateOut, hasUnderWay } from './standing.ts'
import { positionKind } from '../../src/positions/records.ts'
import { endLock } from '../../src/positions/share-lock.ts'

/** The venue's report on an order that it was asked about before the order was accepted. */
export type Report = Readonly<{ execution: Execution }> | Readonly<{ ends: Parameters<typeof endOrder>[1] }>

/** The rules the brokerage goes by, passed in so that a planted bug can replace one of them. */
export const realRules = {
  sizedByAmount: sizedByAmount<OrderRequest>,
  acceptInLots,
  bringFirst,
  acceptOrder,
  beginPlan,
  actOnPlan,
  pendingRun,
  placedRun,
  skippedRun,
  sourcesOfRun,
  bookExecution,
  atOnce: atOnce<Report>,
  matchPrice: matchPrice<bigint>,
  otherSideOf,
  endOrder,
  endExits,
  triggerOrder,
  trailOrder,
  amendOrder,
  settleTrades,
  beginAttempt,
  handInAnswers,
  acceptMarginOrder,
  bookMarginExecution,
  addMargin,
  setTopUp,
  nextMarginStep,
  carryOut,
  settleDaily,
  rollPosition,
  expirePosition,
  priceExchange,
  startTransfer,
  cancelTransfer,
  settleTransfer,
  applyForShares: applyFor,
  cancelApplication,
  settleApplication,
  withdrawApplication,
  deliverShares,
  endLock,
  subscribeFund: subscribe,
  confirmFund: confirmSubscription,
  redeemFund: redeem,
  strikeFund: strikeRedemption,
  payFund: payRedemption,
  takeFundBack: takeBack,
  placeMandate,
  confirmMandate,
  strikeMandate,
  endMandate,
  renewMandate,
  limitMandate,
  takeMandateBack,
  applyForLoan,
  cancelLoan,
  reviewLoan,
  decideLoan,
  repayLoan: requestRepayment,
  reviewRepayment,
  decideRepayment,
  passLoanDays: passDays,
  acceptBlock,
  blockPrice,
  rentRobot,
  tradeTowards,
  acceptRobotOrder,
  keepRobotValue: keepValue,
  watchRobot: watchRental,
  resumeRobot: resumeRental,
  stopRobot: stopRental,
  expireRobot: expireRental,
  finishRobot: finishRental,
  handOverShares: handOver,
  announceDeposit,
  registerArrival,
  creditDeposit,
  expireDeposit,
  reverseDeposit,
  checkSubmission,
  reviewIdentity,
  addCard,
  updateCard,
  removeCard,
  certify,
  decideCard,
  startWithdrawal,
  reviewWithdrawal,
  approvalsNeeded,
  approved,
  rejectWithdrawal,
  cancelWithdrawal,
  sendWithdrawal,
  returnWithdrawal,
  /** The server's part around these rules: its edge, its back office, and what it reads for them. */
  gateOut,
  circumstancesOf,
  coolingAfter,
  earliestTo,
  requireDualApproval,
  hasUnderWay,
  reverseEntry,
  beginAgain,
  messagesOf,
  payDividend,
  bookSplit,
  holdingHistory,
  ownResult,
  /** The holding at the close before a date, read on that date or after it. */
  heldAtClose,
  /** True when a journal of this event is booked, which is all that a restart has to go by. */
  isBooked: ({ booked }: Account, journal: 'J96' | 'J97', id: string): boolean => booked.has(causeOf(journal, id)),
  /** The key by which a repeated request is recognised. */
  requestKey: (accountId: string, key: string): string => `${accountId} ${key}`,
} as const

export type BrokerageRules = typeof realRules

function heldAtClose({ state, fillsOf }: Account, instrumentId: string, date: CalendarDate): bigint {
  const position = positionKind.of(state).get(instrumentId)
  let held = position === undefined ? 0n : quantityOf(position)
  const fills = fillsOf.get(instrumentId) ?? []
  for (let index = fills.length - 1; index >= 0; index -= 1) {
    const fill = fills[index]
    // A trade reported late counts among the trades of the day it was reported on.
    if (fill === undefined || fill.tradeDate < date) continue
    held += fill.side === 'buy' ? -fill.quantity : fill.quantity
  }
  return held
}
