import { type BrokerageRules } from '../brokerage/rules.ts'
import type { OperationTheme } from '../operations.ts'
import type { Planted } from './changes.ts'
import { plantedInCommissions } from './commissions.ts'
import { plantedInCorporate } from './corporate.ts'
import { plantedInBlocks } from './blocks.ts'
import { plantedInDeposits } from './deposits.ts'
import { plantedInFaults } from './faults.ts'
import { plantedInProtection, plantedInWithdrawals } from './leaving.ts'
import { plantedInFractions } from './fractions.ts'
import { plantedInFollow } from './follow.ts'
import { plantedInFunds } from './funds.ts'
import { plantedInLoans } from './loans.ts'
import { plantedInMargin, plantedInMarginCalls } from './margin.ts'
import { plantedInMarginOrders } from './margin-orders.ts'
import { plantedInMarkets } from './markets.ts'
import { plantedInMatches } from './matches.ts'
import { plantedInOrders } from './orders.ts'
import { plantedInOwnCurrency } from './own-currency.ts'
import { plantedInPlans } from './plans.ts'
import { plantedInPractice } from './practice.ts'
import { plantedInReversals } from './reversals.ts'
import { plantedInRobots } from './robots.ts'
import { plantedInSubscriptions } from './subscriptions.ts'
import { plantedInSuitability } from './suitability.ts'
import { plantedInTrades } from './trades.ts'
import { plantedInTransfers } from './transfers.ts'

/**
 * Bugs that brokers have really had, planted one at a time in place of a rule. The simulation must find each of them; one that it does not
 * find shows a hole in the simulation, not luck.
 */
const themes = {
  'trades': { bugs: plantedInTrades, shownBy: 'shares' },
  'trades between customers': { bugs: plantedInMatches, shownBy: 'shares' },
  'orders': { bugs: plantedInOrders, shownBy: 'shares' },
  'commissions': { bugs: plantedInCommissions, shownBy: 'shares' },
  'markets': { bugs: plantedInMarkets, shownBy: 'shares' },
  'results in dollars': { bugs: plantedInOwnCurrency, shownBy: 'shares' },
  'margin': { bugs: plantedInMargin, shownBy: 'margin' },
  'orders on margin': { bugs: plantedInMarginOrders, shownBy: 'margin' },
  'margin calls': { bugs: plantedInMarginCalls, shownBy: 'margin' },
  'questions': { bugs: plantedInSuitability, shownBy: 'margin' },
  'corporate actions': { bugs: plantedInCorporate, shownBy: 'corporate actions' },
  'transfers': { bugs: plantedInTransfers, shownBy: 'transfers' },
  'funds': { bugs: plantedInFunds, shownBy: 'funds' },
  'mandates': { bugs: plantedInFollow, shownBy: 'mandates' },
  'subscriptions': { bugs: plantedInSubscriptions, shownBy: 'subscriptions' },
  'loans': { bugs: plantedInLoans, shownBy: 'loans' },
  'parts of shares': { bugs: plantedInFractions, shownBy: 'parts of shares and plans' },
  'plans': { bugs: plantedInPlans, shownBy: 'parts of shares and plans' },
  'robots': { bugs: plantedInRobots, shownBy: 'robots' },
  'blocks': { bugs: plantedInBlocks, shownBy: 'blocks' },
  'deposits': { bugs: plantedInDeposits, shownBy: 'deposits' },
  'withdrawals': { bugs: plantedInWithdrawals, shownBy: 'withdrawals' },
  'protection': { bugs: plantedInProtection, shownBy: 'protection' },
  'beginning again': { bugs: plantedInPractice, shownBy: 'protection' },
  'reversals': { bugs: plantedInReversals, shownBy: 'corporate actions' },
  'faults': { bugs: plantedInFaults, shownBy: 'faults' },
} as const satisfies Readonly<Record<string, Readonly<{ bugs: Planted; shownBy: OperationTheme }>>>

/** `shownBy`: the operations that are most likely to show it. */
export type PlantedBug = Readonly<{ theme: string; name: string; rules: BrokerageRules; shownBy: OperationTheme }>

export const plantedBugs: readonly PlantedBug[] = Object.entries(themes).flatMap(([theme, { bugs, shownBy }]) =>
  Object.entries(bugs).map(([name, rules]) => ({ theme, name, rules, shownBy })),
)
