import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faults } from './faults/table.ts'
import { runSeed } from './run.ts'
import { SEEDS, STEPS } from './seeds.ts'

const seen = new Set<string>()

describe('the house, simulated', () => {
  it.each(SEEDS)('seed %i: the books agree with the reference model after every step', (seed) => {
    const life = runSeed(seed, STEPS)
    expect(life.steps).toBe(STEPS)
    for (const state of life.seen) seen.add(state)
  })

  it.each(SEEDS)('seed %i: where prices stand, nothing a customer does raises the equity', (seed) => {
    expect(runSeed(seed, STEPS, { still: true }).steps).toBe(STEPS)
  })

  it('the same seed lives the same life', () => expect(runSeed(42, STEPS).trace).toBe(runSeed(42, STEPS).trace))

  it.each([
    ...[
      'plan bought',
      'dividend reinvested',
      'reinvested already',
      'plan: skipped',
      'plan: missed',
      'plan: waits',
      'plan: nothing',
      'plan: end',
      'bought by amount',
      'amount too small refused',
      'everything sold with its part of a share',
      'parts refused: market.closed',
      'parts refused: quantity.below_minimum',
      'parts of shares split',
      'dividend of parts of shares',
      'accepted and ended in one commit',
      'accepted, executed in part and working',
      'filled',
      'partly filled',
      'partly filled, then cancelled',
      'partly filled, then amended',
      'filled under commissions that hold no more',
      'position closed',
      'sold at a loss',
    ],
    ...['won by the price, lost on the exchange', 'lost by the price, won on the exchange', 'bought at several rates'],
    ...['every share is on a sell order', 'refused: wallet.insufficient', 'refused: position.insufficient', 'refused: order.risk_limit'],
    ...['refused: price.tick', 'refused: price.outside_band', 'refused: order.type_unsupported', 'ended: EXPIRED'],
    ...['placed as lots and less than one', 'placed in the odd-lot book', 'placed to settle on its day', 'sold and settled on its day'],
    ...['settled in US', 'settled in AR', 'settled in TW', 'sold while open for closing only'],
    ...['stop let go', 'trailing stop let go', 'trailing stop follows', 'a trade no stop follows', 'a purchase brought its exits'],
    ...[
      'one of two for the same shares was filled',
      'conditional refused: wallet.insufficient',
      'conditional refused: position.insufficient',
    ],
    ...[
      'amended',
      'amended to the same',
      'two of one size amended together',
      'amendment refused: wallet.insufficient',
      'amendment refused: order.not_cancellable',
    ],
    ...['amendment refused: quantity.below_minimum', 'amendment refused: quantity.step', 'amendment refused: position.insufficient'],
    ...['opened', 'opened in part', 'closed', 'closed in part', 'opening order cancelled', 'closing order cancelled', 'traded below zero'],
    ...['margin added', 'margin may be added by itself', 'margin: tell', 'margin: topUp', 'margin: cancelOrders', 'margin: close half'],
    ...[
      'margin: close rest',
      'margin: recovered',
      'position settled',
      'rolled over',
      'position expired',
      'closed while open for closing only',
    ],
    ...['on margin refused: wallet.insufficient', 'on margin refused: position.insufficient', 'on margin refused: market.closed'],
    ...[
      'stop let go on margin',
      'trailing stop let go on margin',
      'execution on margin refused: held',
      'what was opened brought its exits',
    ],
    ...['questions begun', 'questions continued', 'questions passed', 'questions failed', 'on margin refused: suitability.required'],
    ...['questions refused: suitability.paused', 'questions refused: suitability.passed'],
    ...['amendment on margin refused: suitability.required'],
    ...['one of two that close the same was filled', 'closed by hand, its exits with it', 'amended on margin'],
    ...['two that close the same amended together', 'partly filled on margin, then amended'],
    ...['amendment on margin refused: wallet.insufficient', 'amendment on margin refused: position.insufficient'],
    ...['brought from 1', 'brought from 2', 'brought to margin', 'brought to a fund', 'brought to new shares'],
    ...['brought to a robot', 'brought to a loan', 'brought to a plan'],
    ...['transferred', 'exchange on its way', 'transfer settled', 'too little to exchange'],
    ...['transfer cancelled at a cost', 'transfer cancelled for nothing', 'withdrawal waits for a price'],
    ...['transfer refused: funds.unsettled', 'exchange refused: exchange.quote_expired', 'cancel of a transfer refused'],
    ...['deposit announced', 'money arrived unannounced', 'money arrived as announced', 'another amount arrived than announced'],
    ...[
      'deposit credited',
      'deposit waits in suspense',
      'deposit lost before its credit',
      'deposit taken back',
      'deposit taken back, and short',
    ],
    ...[
      'deposit given up',
      'deposit refused: deposit.below_minimum',
      'deposit refused: deposit.proof_required',
      'deposit refused: account.frozen',
    ],
    ...['withdrawal over TRC20', 'withdrawal over BTC', 'withdrawal over ARS_BANK', 'withdrawal over WIRE', 'withdrawal to a new account'],
    ...['withdrawal approved by rules', 'withdrawal left to people', 'withdrawal approved by people', 'withdrawal refused by people'],
    ...['approval: waiting', 'approval: approved', 'approval: same person', 'withdrawal cancelled', 'cancel of a withdrawal refused'],
    ...['withdrawal cancelled before its approval was carried out', 'withdrawal sent', 'withdrawal came back', 'withdrawal never taken'],
    ...['withdrawal stopped with its account', 'withdrawal refused: withdrawal.limit', 'withdrawal refused: security.cooling_off'],
    ...['withdrawal refused: kyc.required', 'withdrawal refused: account.frozen', 'withdrawal refused: object.not_found'],
    ...['withdrawal refused: wallet.insufficient', 'withdrawal refused: maintenance', 'withdrawal refused: parameter.invalid'],
    ...['withdrawal refused: parameter.missing'],
    ...['papers handed in', 'papers passed', 'papers failed', 'papers queued', 'papers passed by a person', 'papers looked at again'],
    ...['papers refused: document.used', 'papers refused: person.under_age', 'papers refused: document.invalid'],
    ...['destination active', 'destination rejected', 'destination left to a person', 'destination changed', 'destination removed'],
    ...['destination refused: card.checksum', 'destination refused: card.name_mismatch', 'destination refused: card.duplicate'],
    ...['removal refused: parameter.invalid', 'transaction password changed', 'account thawed by its owner', 'thaw refused to its owner'],
    ...['account closed', 'closing refused'],
    ...['began again', 'beginning refused: account.in_use', 'beginning refused: practice.too_soon'],
    ...['J98 taken back', 'J96 taken back', 'a reversal taken back', 'reversal refused: entry.irreversible'],
    ...['reversal refused: entry.reversed_already', 'reversal refused: entry.not_covered'],
    ...['customers trade inside the quote', 'customers beyond the quote do not trade', 'customers without a quote do not trade'],
    ...['fund asked for', 'fund bought', 'fund without room', 'fund left early', 'fund at its term', 'fund taken back'],
    ...['too late to take a fund back', 'redemption struck', 'redemption paid', 'a part redeemed', 'all redeemed'],
    ...[
      ...['new shares asked for', 'application taken back', 'too late to take an application back', 'new shares allotted'],
      ...['shares of a placing asked for', 'shares of a placing delivered locked', 'a lock ended', 'refused: position.locked'],
      ...['no new shares allotted', 'an offering withdrawn', 'an offering withdrawn after its draw'],
      ...['application refused: subscription.closed', 'application refused: subscription.exists'],
      'fund refused: account.frozen',
      'fund refused: fund.capacity',
      'redemption refused: fund.locked',
      'redemption refused: fund.not_held',
    ],
    ...['mandate asked for', 'mandate begun', 'mandate without room', 'mandate without agency', 'mandate settled', 'mandate ended early'],
    ...['mandate shared a gain', 'mandate shared nothing', 'mandate renewed', 'mandate renewed with a gain', 'mandate at its limit'],
    ...['end of a mandate', 'end of a mandate refused: mandate.exit_fee', 'end of a mandate refused: mandate.ending'],
    ...['mandate taken back', 'end of a mandate taken back', 'mandate refused: mandate.capacity', 'mandate refused: suitability.required'],
    ...[
      'block at a firm price: buy',
      'block at a firm price: sell',
      'block waits for its price',
      'block at a better price',
      'block expired',
    ],
    ...['shares of a block are locked', 'block refused: block.not_permitted', 'block refused: price.outside_band'],
    ...['robot rented', 'a robot buys', 'a robot sells', 'order of a robot finished later', 'value of a robot kept', 'robot resumed'],
    ...['robot paused: dailyLoss', 'robot paused: drawdown', 'robot not resumed: robot.stopped_for_good', 'robot refused: robot.too_many'],
    ...['robot stopped', 'robot stopped, shares handed over', 'robot at its end', 'robot over: stopped', 'robot over: expired'],
    'too little to be sold by a robot',
    ...['loan asked for', 'loan paid out', 'loan paid out by staff', 'loan rejected', 'loan taken back', 'loan overdue', 'loan repaid'],
    ...['a part of a loan repaid', 'repayment asked for', 'repayment given back', 'repayment taken before a default'],
    ...['loan out of its collateral', 'loan refused: loan.open', 'loan refused: loan.collateral'],
    ...['loan refused: suitability.required', 'loan refused: account.frozen', 'repayment refused: loan.repayment'],
    ...['dividend paid', 'shares split in US', 'shares split in AR', 'shares split in TW', 'position ended by a split'],
  ])('reaches: %s', (state) => expect(seen).toContain(state))
})

const root = join(import.meta.dirname, '..', '..', '..')

describe('faults', () => {
  it.each(faults.filter(({ here }) => here !== undefined))('$fault: seen', ({ here }) => {
    for (const state of here?.seen ?? []) expect(seen, state).toContain(state)
  })

  it.each(faults.filter(({ elsewhere }) => elsewhere !== undefined))('$fault: $elsewhere', ({ elsewhere = '' }) => {
    expect(existsSync(join(root, elsewhere))).toBe(true)
  })
})
