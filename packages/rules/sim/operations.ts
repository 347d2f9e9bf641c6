import { buyByAmount, sellParts } from './orders/parts.ts'
import { amendSome } from './orders/amend.ts'
import { placeExecutedAtOnce } from './orders/at-once.ts'
import { collude } from './orders/collude.ts'
import { actOnPlan, beginPlan, runPlan } from './orders/plans.ts'
import { finishBlock, tradeBlock } from './orders/blocks.ts'
import { endRobots, keepRobotValue, letRobotTrade, rentRobot, resumeRobot, stopRobot, watchRobot } from './orders/robots.ts'
import { placeConditional, tradePasses } from './orders/conditional.ts'
import { placeOrder, sellAtOnce } from './orders/place.ts'
import { cancelOrder, expireOrders, giveUpOrder } from './orders/end.ts'
import { executeEnded, executeSome } from './orders/execute.ts'
import { crashBeforeCommit, freezeOrThaw, repeatRequest, restartBrokerage, reuseForeignKey } from './faults/operations.ts'
import { addDestination, changeDestination, checkDestinations } from './leaving/destinations.ts'
import { handInPapers, lookAtPapers } from './leaving/identity.ts'
import { decideWithdrawal, payOut, reviewWithdrawal, sendBack } from './leaving/payouts.ts'
import { changeTransactionPassword, closeAccount, stopOrStartAccount } from './leaving/protection.ts'
import { takeBackWithdrawal, withdraw, withdrawAllTwice } from './leaving/withdrawals.ts'
import { amendOnMargin } from './margin/amend.ts'
import { closeByHand } from './margin/close-by-hand.ts'
import { placeConditionalOnMargin, placePairOnMargin } from './margin/conditional.ts'
import { addMargin, keepPositions } from './margin/jobs.ts'
import { allowTopUp, lookAfterMargin } from './margin/keep.ts'
import { closePosition, openPosition } from './margin/place.ts'
import { ageResults, takeQuestions } from './margin/questions.ts'
import { payDividends, recordDividend, splitShares } from './money/corporate.ts'
import { announceMoney, creditMoney, moneyArrives, takeMoneyBack } from './money/deposits.ts'
import { changeMandate, followAgency, strikeMandate, takeMandateBack } from './money/follow.ts'
import { buyUnits, payUnits, redeemUnits, strikeFund, takeFundBack } from './money/funds.ts'
import { beginAgainWithPracticeMoney } from './money/begin-again.ts'
import { borrow, cancelLoan, decideLoan, decideRepayment, passLoanDays, repayLoan } from './money/loans.ts'
import { takeEntryBack } from './money/reversals.ts'
import { settleTrades } from './money/settle.ts'
import { applyForShares, deliverLocked, drawSome, endLocks, takeApplicationBack, withdrawOffering } from './money/subscriptions.ts'
import { callBackTransfer, settlePending, transferMoney } from './money/transfers.ts'
import { rngAt } from './world/rng.ts'
import type { Operation } from './world/world.ts'

/** Every operation with its relative frequency. Operations not made by customers are left out while prices stand still. */
type Row = readonly [weight: number, name: string, operation: Operation, by: 'customer' | 'house']

const themes = {
  'shares': [
    [34, 'place', placeOrder, 'customer'],
    [14, 'sell at once', sellAtOnce, 'customer'],
    [8, 'place, executed at once', placeExecutedAtOnce, 'customer'],
    [12, 'place conditional', placeConditional, 'customer'],
    [66, 'execute', executeSome, 'customer'],
    [4, 'late execution', executeEnded, 'customer'],
    [8, 'collude', collude, 'house'],
    [10, 'a trade passes', tradePasses, 'house'],
    [10, 'amend', amendSome, 'customer'],
    [10, 'cancel', cancelOrder, 'customer'],
    [4, 'give up', giveUpOrder, 'house'],
    [8, 'day end', expireOrders, 'house'],
    [15, 'settle', settleTrades, 'house'],
  ],
  'parts of shares and plans': [
    [10, 'buy by amount', buyByAmount, 'customer'],
    [8, 'sell parts', sellParts, 'customer'],
    [6, 'begin a plan', beginPlan, 'customer'],
    [4, 'act on a plan', actOnPlan, 'customer'],
    [16, 'run a plan', runPlan, 'house'],
  ],
  'blocks': [
    [7, 'trade a block', tradeBlock, 'customer'],
    [4, 'finish a block', finishBlock, 'house'],
  ],
  'robots': [
    [7, 'rent a robot', rentRobot, 'customer'],
    [24, 'let a robot trade', letRobotTrade, 'house'],
    [6, 'keep the value of a robot', keepRobotValue, 'house'],
    [6, 'watch a robot', watchRobot, 'house'],
    [5, 'let a robot go on', resumeRobot, 'customer'],
    [2, 'stop a robot', stopRobot, 'customer'],
    [6, 'end robots', endRobots, 'house'],
  ],
  'margin': [
    [8, 'take the questions', takeQuestions, 'customer'],
    [2, 'a year goes by', ageResults, 'house'],
    [16, 'open a position', openPosition, 'customer'],
    [14, 'close a position', closePosition, 'customer'],
    [10, 'place conditional on margin', placeConditionalOnMargin, 'customer'],
    [5, 'place two that close', placePairOnMargin, 'customer'],
    [9, 'amend on margin', amendOnMargin, 'customer'],
    [4, 'close by hand', closeByHand, 'customer'],
    [5, 'add margin', addMargin, 'customer'],
    [3, 'let margin be added', allowTopUp, 'customer'],
    [18, 'look after margins', lookAfterMargin, 'house'],
    [6, 'keep positions', keepPositions, 'house'],
  ],
  'transfers': [
    [16, 'transfer', transferMoney, 'customer'],
    [4, 'call back', callBackTransfer, 'customer'],
    [6, 'settle transfer', settlePending, 'customer'],
  ],
  'funds': [
    [6, 'buy units', buyUnits, 'customer'],
    [7, 'strike a fund', strikeFund, 'house'],
    [4, 'redeem units', redeemUnits, 'customer'],
    [5, 'pay units', payUnits, 'house'],
    [2, 'take a fund back', takeFundBack, 'customer'],
  ],
  'mandates': [
    [6, 'follow an agency', followAgency, 'customer'],
    [8, 'strike a mandate', strikeMandate, 'house'],
    [5, 'change a mandate', changeMandate, 'customer'],
    [2, 'take a mandate back', takeMandateBack, 'customer'],
  ],
  'subscriptions': [
    [8, 'apply for shares', applyForShares, 'customer'],
    [3, 'take an application back', takeApplicationBack, 'customer'],
    [6, 'draw new shares', drawSome, 'house'],
    [2, 'withdraw an offering', withdrawOffering, 'house'],
    [5, 'deliver a placing', deliverLocked, 'house'],
    [3, 'end locks', endLocks, 'house'],
  ],
  'loans': [
    [6, 'borrow', borrow, 'customer'],
    [6, 'decide a loan', decideLoan, 'house'],
    [1, 'take a loan back', cancelLoan, 'customer'],
    [6, 'repay a loan', repayLoan, 'customer'],
    [6, 'decide a repayment', decideRepayment, 'house'],
    [5, 'pass days of a loan', passLoanDays, 'house'],
  ],
  'deposits': [
    [11, 'announce money', announceMoney, 'house'],
    [17, 'money arrives', moneyArrives, 'house'],
    [14, 'credit money', creditMoney, 'house'],
    [6, 'take money back', takeMoneyBack, 'house'],
  ],
  'withdrawals': [
    [16, 'withdraw', withdraw, 'customer'],
    [5, 'take back a withdrawal', takeBackWithdrawal, 'customer'],
    [1, 'withdraw all twice', withdrawAllTwice, 'customer'],
    [10, 'review a withdrawal', reviewWithdrawal, 'house'],
    [10, 'people decide a withdrawal', decideWithdrawal, 'house'],
    [10, 'pay out', payOut, 'house'],
    [2, 'send money back', sendBack, 'house'],
    [4, 'hand in papers', handInPapers, 'customer'],
    [6, 'look at papers', lookAtPapers, 'house'],
    [6, 'add a destination', addDestination, 'customer'],
    [2, 'change a destination', changeDestination, 'customer'],
    [9, 'check destinations', checkDestinations, 'house'],
  ],
  'protection': [
    [1, 'change the transaction password', changeTransactionPassword, 'customer'],
    [3, 'stop or start the account', stopOrStartAccount, 'customer'],
    [3, 'close the account', closeAccount, 'customer'],
    [3, 'begin again', beginAgainWithPracticeMoney, 'house'],
    [2, 'freeze', freezeOrThaw, 'house'],
  ],
  'corporate actions': [
    [4, 'take an entry back', takeEntryBack, 'house'],
    [8, 'record dividend', recordDividend, 'house'],
    [5, 'pay dividends', payDividends, 'house'],
    [3, 'split', splitShares, 'house'],
  ],
  'faults': [
    [6, 'repeat request', repeatRequest, 'customer'],
    [3, "other's key", reuseForeignKey, 'customer'],
    [2, 'restart', restartBrokerage, 'house'],
    [5, 'crash before a commit', crashBeforeCommit, 'house'],
  ],
} satisfies Readonly<Record<string, readonly Row[]>>

export type Chosen = Readonly<{ name: string; operation: Operation }>

export type OperationTheme = keyof typeof themes
const themeNames = Object.keys(themes) as OperationTheme[]

/** A run dwells on some themes, so that states which take several steps of one product come up as well. */
const DWELT_ON_PERCENT = 20
const DWELLING = 4
/** Far from the numbers of steps and of customers. */
const THEMES = -1_000

export const dwellsOn = (seed: number, theme: OperationTheme): boolean =>
  rngAt(seed, THEMES - themeNames.indexOf(theme)).percent(DWELT_ON_PERCENT)

/** The operations of a run, each as often as its weight. */
export const operationsOf = (seed: number, still: boolean): readonly Chosen[] =>
  themeNames.flatMap((theme) => {
    const times = dwellsOn(seed, theme) ? DWELLING : 1
    return themes[theme]
      .filter(([, , , by]) => !still || by === 'customer')
      .flatMap(([weight, name, operation]) => Array.from({ length: weight * times }, () => ({ name, operation })))
  })
