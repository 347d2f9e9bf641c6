import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mandateMachine } from '@rueda/rules/follow/mandate.ts'
import { placingMachine } from '@rueda/rules/placing/placing.ts'
import { ipoMachine } from '@rueda/rules/subscriptions/offering.ts'
import { subscriptionMachine } from '@rueda/rules/subscriptions/subscription.ts'
import { fundOrderMachine } from '@rueda/rules/funds/fund-order.ts'
import { loanMachine, repaymentMachine } from '@rueda/rules/loans/loan.ts'
import { withdrawalMachine } from '@rueda/rules/withdrawals/withdrawal.ts'
import { allEndpoints } from '@rueda/contract/contract.ts'
import { archiveMachine } from '@rueda/rules/archive/archive.ts'
import { alertMachine } from '@rueda/rules/alerts/alert.ts'
import { cardMachine } from '@rueda/rules/cards/card.ts'
import { kycMachine } from '@rueda/rules/kyc/identity.ts'
import { depositMachine } from '@rueda/rules/deposits/deposit.ts'
import { type ReversalBar, journalFacts, journals } from '@rueda/rules/ledger/journals.ts'
import { type Table, isFinal } from '@rueda/rules/machine.ts'
import { rentalMachine } from '@rueda/rules/robots/rental.ts'
import { roundMachine } from '@rueda/rules/mining/round.ts'
import { orderMachine } from '@rueda/rules/orders/order.ts'
import { permissionMachine } from '@rueda/rules/permissions/permission.ts'
import { codeOf, refusalNames } from '@rueda/rules/refusals.ts'
import { planMachine } from '@rueda/rules/plans/plan.ts'
import { suitabilityMachine } from '@rueda/rules/suitability/attempt.ts'
import { complaintMachine } from '@rueda/rules/complaints/complaint.ts'
import { supportMachine } from '@rueda/rules/support/thread.ts'
import { transferMachine } from '@rueda/rules/transfers/transfer.ts'
import { refusalText } from '@rueda/text/refusal-text.ts'
import { root } from '../root.ts'
import { coverage } from './coverage.ts'
import { fees } from './fees.ts'
import { operatorPowers } from './operator-powers.ts'
import { markdownTable, page } from './page.ts'

/** Documents that are printed from the tables the code runs on, so that they cannot say anything else. */
export type Printed = Readonly<{ path: string; text: string }>

export const documents = (): readonly Printed[] => [
  { path: 'docs/state-machines.md', text: stateMachines() },
  { path: 'docs/errors.md', text: errors() },
  { path: 'docs/fees.md', text: fees() },
  { path: 'docs/operator-powers.md', text: operatorPowers() },
  { path: 'docs/journals.md', text: journalsOfLedger() },
  { path: 'docs/coverage.md', text: coverage() },
]

function stateMachines(): string {
  const source = '`packages/rules/src/orders/order.ts`'
  return page('State machines', [
    'Each process is one table: the server refuses by it and the screens draw their buttons from it.',
    `## Orders (${source})`,
    machineTable(orderMachine),
    '## Transfers between wallets (`packages/rules/src/transfers/transfer.ts`)',
    machineTable(transferMachine),
    '## Deposits (`packages/rules/src/deposits/deposit.ts`)',
    machineTable(depositMachine),
    '## Months that leave the tables (`packages/rules/src/archive/archive.ts`)',
    machineTable(archiveMachine),
    '## Price alerts (`packages/rules/src/alerts/alert.ts`)',
    machineTable(alertMachine),
    '## Identity (`packages/rules/src/kyc/identity.ts`)',
    machineTable(kycMachine),
    '## Cards (`packages/rules/src/cards/card.ts`)',
    machineTable(cardMachine),
    '## Withdrawals (`packages/rules/src/withdrawals/withdrawal.ts`)',
    machineTable(withdrawalMachine),
    '## Subscriptions to funds (`packages/rules/src/funds/fund-order.ts`)',
    machineTable(fundOrderMachine),
    '## Mandates (`packages/rules/src/follow/mandate.ts`)',
    machineTable(mandateMachine),
    '## Offerings of new shares (`packages/rules/src/subscriptions/offering.ts`)',
    machineTable(ipoMachine),
    '## Placings (`packages/rules/src/placing/placing.ts`)',
    machineTable(placingMachine),
    '## Applications for offered shares (`packages/rules/src/subscriptions/subscription.ts`)',
    machineTable(subscriptionMachine),
    '## Loans (`packages/rules/src/loans/loan.ts`)',
    machineTable(loanMachine),
    '## Repayments of loans (`packages/rules/src/loans/loan.ts`)',
    machineTable(repaymentMachine),
    '## Permissions (`packages/rules/src/permissions/permission.ts`)',
    machineTable(permissionMachine),
    '## Plans (`packages/rules/src/plans/plan.ts`)',
    machineTable(planMachine),
    '## Attempts at the questions of suitability (`packages/rules/src/suitability/attempt.ts`)',
    machineTable(suitabilityMachine),
    '## Conversations with support (`packages/rules/src/support/thread.ts`)',
    machineTable(supportMachine),
    '## Complaints (`packages/rules/src/complaints/complaint.ts`)',
    machineTable(complaintMachine),
    '## Rentals of robots (`packages/rules/src/robots/rental.ts`)',
    machineTable(rentalMachine),
    '## Rounds of mining (`packages/rules/src/mining/round.ts`)',
    machineTable(roundMachine),
  ])
}

function machineTable(table: Table): string {
  const actions = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))]
  const rows = Object.entries(table).map(([status, row]) => [
    isFinal(table, status) ? `**${status}**` : status,
    ...actions.map((action) => row[action] ?? '–'),
  ])
  return `${markdownTable(['from', ...actions], rows)}\n\nBold: final, nothing leads out of it. "–": refused.`
}

function journalsOfLedger(): string {
  const rows = journals.map((journal) => {
    const { event, accounts, statement, bar } = journalFacts[journal]
    const classes = accounts.length === 0 ? 'those of the entry' : accounts.map((name) => `\`${name}\``).join(' ')
    return [journal, event, classes, statement === null ? '–' : `\`${statement}\``, bar === null ? '**by two persons**' : wayBack[bar]]
  })
  return page('Journals', [
    'Every entry of the ledger is of one of these kinds, printed from `packages/rules/src/ledger/journals.ts`. The ledger refuses an entry that touches ' +
      'another account than those of its kind. Accounts that begin with `U:` are a customer’s, those with `H:` the house’s. "–": it shows in no ' +
      'statement, because nothing comes into a wallet or leaves it.',
    markdownTable(['journal', 'what happened', 'accounts', 'in a statement', 'taken back'], rows),
  ])
}

const wayBack: Readonly<Record<ReversalBar, string>> = {
  hold: 'no: what it is held for releases it',
  dedicatedFlow: 'by its own deposit, withdrawal or transfer',
  result: 'no: the market made it',
}

function errors(): string {
  const english = JSON.parse(readFileSync(join(root, 'packages/text/en/refusals.json'), 'utf8')) as Record<string, string>
  const rows = refusalNames.map((name) => {
    const places = allEndpoints()
      .filter(({ refusals }) => refusals.includes(name))
      .map(({ path }) => `\`${path}\``)
    return [String(codeOf(name)), `\`${name}\``, refusalText(english, name), places.join(' ')]
  })
  const intro =
    'Every refusal of the API: the code in the envelope, its name, its English text, and the calls that name it. Bad input (1000, 1001), rate limits (1003), ' +
    'dead sessions (401, 403) and internal errors (9000) can come from any call. Business refusals answer HTTP 200.'
  return page('Refusals', [intro, markdownTable(['code', 'name', 'text', 'calls'], rows)])
}
