import type { Deciding } from '../app.ts'
import type { CommandKinds } from '../write-path/commands.ts'
import { payingRebate } from './accounts/referrals.ts'
import { placingBlock } from './blocks/place.ts'
import { payingDividend } from './corporate/dividends.ts'
import { bookingSplit } from './corporate/splits.ts'
import { carryingOut } from './deposits/admin.routes.ts'
import { announcing } from './deposits/announce.ts'
import { depositSteps } from './deposits/follow.ts'
import { payingIn, recallingPayment } from './deposits/simulate.ts'
import { changingLimit, endingMandate, placingMandate, renewingMandate, takingMandateBack } from './follow/change.ts'
import { dealingMandate } from './follow/deal.ts'
import { redeeming, subscribing, takingBack } from './funds/change.ts'
import { dealingFundOrder, payingFundOrder } from './funds/deal.ts'
import { applyingForLoan, cancellingLoan, repayingLoan } from './loans/change.ts'
import { countingDays, watchingLoan } from './loans/jobs.ts'
import { decidingLoan, decidingRepayment, reviewingLoan, reviewingRepayment } from './loans/review.ts'
import { sellingPledge, workingOff } from './loans/work-off.ts'
import { reversingEntry } from './ledger/reversals.ts'
import { settlingTrades } from './ledger/settle-due.ts'
import { bookingDue } from './margin/book-due.ts'
import { takingStep } from './margin/watch.ts'
import { amendingOrder } from './orders/amend.ts'
import { cancellingOrder } from './orders/cancel.ts'
import { endingOrder } from './orders/end-all.ts'
import { placingOnMargin } from './orders/place-margin.ts'
import { placingOrder } from './orders/place.ts'
import { lookingAtOrder, reconcilingOrder } from './orders/reconcile.ts'
import { bookingReport, endingGivenUp } from './orders/venue-events.ts'
import { actingOnPlan, beginningPlan, changingPlan } from './plans/change.ts'
import { runningPlan } from './plans/run.ts'
import { addingMargin, closingOnMargin, settingTopUp } from './positions/margin.ts'
import { choosingLots } from './orders/choose-lots.ts'
import { closingHolding } from './positions/routes.ts'
import { endingLock } from './positions/unlock-due.ts'
import { beginningAgain } from './practice/begin.ts'
import { actingRobot, endingRental, keepingValue, sellingOut, watchingRental } from './robots/act.ts'
import { rentingRobot, resumingRobot, stoppingRobot } from './robots/change.ts'
import { applyingForPlacing, cancellingPlacing } from './placing/apply.ts'
import { applyingForShares, cancellingApplication } from './subscriptions/apply.ts'
import { deliveringShares, settlingApplication, withdrawingApplication } from './subscriptions/settle.ts'
import { beginningAttempt, handingIn } from './suitability/take.ts'
import { callingBack } from './transfers/call-back.ts'
import { movingMoney } from './transfers/move.ts'
import { settlingExchange } from './transfers/settle.ts'
import { grantingPractice } from './wallets/open.ts'
import { applyingForWithdrawal } from './withdrawals/apply.ts'
import { cancellingWithdrawal } from './withdrawals/cancel.ts'
import { carryingOutDecision } from './withdrawals/decisions.ts'
import { returningWithdrawal, sendingWithdrawal } from './withdrawals/payout.ts'
import { reviewingWithdrawal } from './withdrawals/review.ts'

/** Every change of an account that there is, each beside its feature: the deciders by which a command's name is understood. */
export const allCommands: CommandKinds<Deciding> = [
  payingRebate,
  payingDividend,
  bookingSplit,
  carryingOut,
  announcing,
  ...depositSteps,
  payingIn,
  recallingPayment,
  reversingEntry,
  settlingTrades,
  bookingDue,
  takingStep,
  amendingOrder,
  cancellingOrder,
  endingOrder,
  placingOnMargin,
  placingOrder,
  lookingAtOrder,
  reconcilingOrder,
  bookingReport,
  endingGivenUp,
  addingMargin,
  closingOnMargin,
  settingTopUp,
  closingHolding,
  choosingLots,
  beginningAttempt,
  handingIn,
  callingBack,
  movingMoney,
  settlingExchange,
  grantingPractice,
  beginningAgain,
  applyingForWithdrawal,
  cancellingWithdrawal,
  carryingOutDecision,
  returningWithdrawal,
  sendingWithdrawal,
  reviewingWithdrawal,
  subscribing,
  redeeming,
  takingBack,
  dealingFundOrder,
  payingFundOrder,
  placingMandate,
  endingMandate,
  renewingMandate,
  changingLimit,
  takingMandateBack,
  dealingMandate,
  placingBlock,
  endingLock,
  beginningPlan,
  changingPlan,
  actingOnPlan,
  runningPlan,
  rentingRobot,
  resumingRobot,
  stoppingRobot,
  actingRobot,
  sellingOut,
  keepingValue,
  watchingRental,
  endingRental,
  applyingForPlacing,
  cancellingPlacing,
  applyingForShares,
  cancellingApplication,
  settlingApplication,
  deliveringShares,
  withdrawingApplication,
  applyingForLoan,
  cancellingLoan,
  repayingLoan,
  reviewingLoan,
  reviewingRepayment,
  decidingLoan,
  decidingRepayment,
  countingDays,
  watchingLoan,
  workingOff,
  sellingPledge,
]
