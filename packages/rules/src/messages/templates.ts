import type { CardRejection } from '../cards/card.ts'
import type { FailureReason } from '../deposits/deposit.ts'
import type { AgencyId } from '../follow/agency.ts'
import type { MandateEnd } from '../follow/mandate.ts'
import type { FundId } from '../funds/fund.ts'
import type { KycReason } from '../kyc/identity.ts'
import type { LoanReason, RepaymentReason } from '../loans/loan.ts'
import type { ClosureCause } from '../markets/closed-day.ts'
import type { ClosableMarketName } from '../markets/markets.ts'
import type { Currency } from '../money.ts'
import type { EndReason } from '../orders/order.ts'
import type { PowerName } from '../staff/powers.ts'
import type { ActReason } from '../staff/reasons.ts'
import type { RobotId } from '../robots/catalogue.ts'
import type { PermissionReason, PermissionType } from '../permissions/permission.ts'
import type { PlanSkip } from '../plans/plan.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { WithdrawalReason } from '../withdrawals/withdrawal.ts'
import type { MessageType } from './types.ts'

/**
 * Every message of the brokerage: its subject, and the facts its sentence needs. The words are in `packages/text/<language>/messages.json`
 * under `<template>.title` and `<template>.body`; they are put together when the message is read, in the reader's language.
 */
const order = { instrument: 'instrument', quantity: 'quantity', price: 'price', charges: 'money' } as const
const partOfOrder = { ...order, ordered: 'quantity', reason: 'reason' } as const
const margin = { instrument: 'instrument', mark: 'price', liquidation: 'price', equity: 'money', maintenance: 'money' } as const
const liquidated = { instrument: 'instrument', quantity: 'quantity', mark: 'price', price: 'price', at: 'moment', fee: 'money' } as const
const alert = { instrument: 'instrument', price: 'price' } as const
const transfer = { amount: 'money', from: 'wallet', to: 'wallet' } as const

export const messageTemplates = {
  'account.welcome': template('system', {}),
  'security.newDevice': template('security', { device: 'device' }),
  /** Money cannot leave and destinations cannot change before `until`. */
  'security.passwordChanged': template('security', { until: 'pause' }),
  'security.payPasswordSet': template('security', { until: 'pause' }),
  'security.payPasswordChanged': template('security', { until: 'pause' }),
  'security.authenticatorOn': template('security', {}),
  'security.authenticatorOff': template('security', { until: 'pause' }),
  'security.cardCodesOn': template('security', {}),
  'security.cardCodesOff': template('security', { until: 'pause' }),
  'security.passkeyAdded': template('security', { name: 'given' }),
  'security.passkeyRemoved': template('security', { name: 'given', until: 'pause' }),
  'security.frozen': template('security', {}),
  'security.thawed': template('security', { until: 'pause' }),
  'security.closed': template('security', {}),
  'security.recoveryRenewed': template('security', {}),
  /** `left` recovery codes can still be used. */
  'security.recoveryUsed': template('security', { left: 'quantity' }),
  /** No money leaves to a new card before `until`. */
  'security.cardAdded': template('security', { card: 'card', until: 'pause' }),
  'security.cardChanged': template('security', { card: 'card', until: 'pause' }),
  'security.cardRemoved': template('security', { card: 'card' }),
  'security.cardActive': template('security', { card: 'card', until: 'pause' }),
  /** An address has no holder: nothing was found out about it, only its pause is over. */
  'security.addressActive': template('security', { card: 'card', until: 'pause' }),
  'security.cardRejected': template('security', { card: 'card', cardReason: 'cardReason' }),
  'kyc.submitted': template('kyc', {}),
  /** The rules could not decide; a person will. */
  'kyc.queued': template('kyc', {}),
  'kyc.passed': template('kyc', {}),
  'kyc.failed': template('kyc', { kycReason: 'kycReason' }),
  /** Staff review it again; the reason is on the customer's timeline. */
  'kyc.reopened': template('kyc', {}),
  /** The document it rested on has ended. */
  'kyc.ended': template('kyc', {}),
  'permission.applied': template('system', { permission: 'permission' }),
  /** The rules could not decide; a person will. */
  'permission.queued': template('system', { permission: 'permission' }),
  'permission.opened': template('system', { permission: 'permission' }),
  /** It cannot be applied for again before `until`. */
  'permission.rejected': template('system', { permission: 'permission', permissionReason: 'permissionReason', until: 'moment' }),
  'permission.lost': template('system', { permission: 'permission', permissionReason: 'permissionReason' }),
  /** Staff have taken it back. */
  'permission.revoked': template('system', { permission: 'permission', until: 'moment' }),
  /** Staff have written; the text is in the conversation only. */
  'support.answered': template('system', {}),
  /** Made by the customer; it is acknowledged and answered by those moments at the latest. */
  'complaint.received': template('system', { number: 'given', acknowledge: 'moment', answer: 'moment' }),
  /** A person has read it. */
  'complaint.acknowledged': template('system', { number: 'given', answer: 'moment' }),
  /** The reasons are on its page only. */
  'complaint.answered': template('system', { number: 'given' }),
  /** The house has missed its deadline. */
  'complaint.late': template('system', { number: 'given', answer: 'moment' }),
  /** An order that was filled whole; the price is the mean of its fills. */
  'order.bought': template('trade', order),
  'order.sold': template('trade', order),
  /** An order that ended with a part of it filled. */
  'order.boughtPart': template('trade', partOfOrder),
  'order.soldPart': template('trade', partOfOrder),
  /** An order that ended with nothing filled, and not by its customer. */
  'order.ended': template('order', { instrument: 'instrument', quantity: 'quantity', reason: 'reason' }),
  /** A stop was reached and the order stands at the market now. */
  'order.triggered': template('order', { instrument: 'instrument', stop: 'price', price: 'price' }),
  'margin.warning': template('margin', margin),
  'margin.call': template('margin', { ...margin, missing: 'money' }),
  /** Margin was added by itself; `left` may still be. */
  'margin.toppedUp': template('margin', {
    instrument: 'instrument',
    mark: 'price',
    liquidation: 'price',
    added: 'money',
    margin: 'money',
    left: 'money',
  }),
  /** A part of a position was closed; `rest` is still open. */
  'liquidation.part': template('liquidation', { ...liquidated, rest: 'quantity' }),
  'liquidation.whole': template('liquidation', { ...liquidated, returned: 'money' }),
  /** A future settled for the last time. */
  'future.expired': template('trade', { instrument: 'instrument', quantity: 'quantity', price: 'price', result: 'money', date: 'date' }),
  /** It leaves the list: `from` one moment on it can only be closed, and after `until` nothing. */
  'instrument.delisting': template('trade', { instrument: 'instrument', from: 'moment', until: 'moment' }),
  /** It is shown under another code from today on. */
  'instrument.renamed': template('trade', { company: 'given', oldCode: 'given', newCode: 'given' }),
  /** A trading day that the brokerage has closed, to every customer with something in its market. */
  'market.closedDay': template('trade', { market: 'market', date: 'date', closure: 'closure' }),
  /** It trades after all. */
  'market.reopenedDay': template('trade', { market: 'market', date: 'date' }),
  /** Staff used a power on the customer's account. */
  'staff.acted': template('security', { power: 'power', role: 'role', actReason: 'actReason' }),
  /** A broadcast of staff: both facts name it, and its words are looked up when it is read. */
  'house.notice': template('system', { title: 'noticeTitle', body: 'noticeBody' }),
  /** The same of what binds every customer, such as other commissions: nobody misses it by having switched news off. */
  'house.decision': template('system', { title: 'noticeTitle', body: 'noticeBody' }),
  'dividend.paid': template('dividend', { instrument: 'instrument', quantity: 'quantity', gross: 'money', tax: 'money', net: 'money' }),
  /** Every `from` shares became `to`. */
  'split.applied': template('dividend', {
    instrument: 'instrument',
    from: 'quantity',
    to: 'quantity',
    before: 'quantity',
    after: 'quantity',
  }),
  /** The fraction that a split leaves over, paid out. */
  'split.cash': template('dividend', { instrument: 'instrument', quantity: 'quantity', price: 'price', amount: 'money' }),
  /** Shares of a placing: what was allotted and paid, what went back, and the day from which on the shares can be sold. */
  'placing.allotted': template('ipo', { name: 'given', quantity: 'quantity', paid: 'money', refund: 'money', date: 'date' }),
  'placing.notAllotted': template('ipo', { name: 'given', refund: 'money' }),
  /** New shares: what was allotted and paid, what went back, and the day on which the shares come. */
  'subscription.allotted': template('ipo', { name: 'given', quantity: 'quantity', paid: 'money', refund: 'money', date: 'date' }),
  'subscription.notAllotted': template('ipo', { name: 'given', refund: 'money' }),
  'subscription.delivered': template('ipo', { instrument: 'instrument', quantity: 'quantity', paid: 'money' }),
  /** The offering was withdrawn before the shares came. */
  'subscription.withdrawn': template('ipo', { name: 'given', refund: 'money' }),
  'transfer.done': template('transfer', { ...transfer, received: 'money' }),
  'transfer.failed': template('transfer', transfer),
  /** For a person who came with the customer's code; the message does not name them. */
  'referral.paid': template('system', { amount: 'money' }),
  'withdrawal.requested': template('withdraw', { amount: 'money', card: 'card' }),
  'withdrawal.sent': template('withdraw', { amount: 'money', card: 'card', received: 'money' }),
  'withdrawal.cancelled': template('withdraw', { amount: 'money', card: 'card' }),
  'withdrawal.rejected': template('withdraw', { amount: 'money', card: 'card', withdrawalReason: 'withdrawalReason' }),
  'withdrawal.returned': template('withdraw', { amount: 'money', card: 'card', withdrawalReason: 'withdrawalReason' }),
  'deposit.announced': template('deposit', { amount: 'money' }),
  /** Seen on the chain; so many blocks have to follow. */
  'deposit.seen': template('deposit', { amount: 'money' }),
  /** The bank has it; it is matched next. */
  'deposit.received': template('deposit', { amount: 'money' }),
  'deposit.credited': template('deposit', { amount: 'money', credited: 'money', wallet: 'wallet' }),
  /** Too little to be credited; `total` waits in the customer's name by now. */
  'deposit.waiting': template('deposit', { amount: 'money', total: 'money', minimum: 'money' }),
  'deposit.failed': template('deposit', { amount: 'money', why: 'depositReason' }),
  'deposit.reversed': template('deposit', { amount: 'money', taken: 'money', why: 'depositReason' }),
  /** Not all of it was in the wallet any more, and the account is frozen. */
  'deposit.reversedShort': template('deposit', { amount: 'money', taken: 'money', missing: 'money', why: 'depositReason' }),
  /** Two members of staff have taken back a ledger entry. */
  'correction.taken': template('system', { amount: 'money', wallet: 'wallet', actReason: 'actReason' }),
  'correction.given': template('system', { amount: 'money', wallet: 'wallet', actReason: 'actReason' }),
  /** `nav` is what one unit was worth. */
  'fund.confirmed': template('fund', { fund: 'fund', amount: 'money', nav: 'price' }),
  'fund.rejected': template('fund', { fund: 'fund', amount: 'money' }),
  'loan.applied': template('loan', { amount: 'money' }),
  /** The rules could not decide; a person will. */
  'loan.queued': template('loan', { amount: 'money' }),
  'loan.approved': template('loan', { amount: 'money', due: 'date' }),
  'loan.rejected': template('loan', { amount: 'money', loanReason: 'loanReason' }),
  /** A part of it; `left` is still owed. */
  'loan.paid': template('loan', { amount: 'money', left: 'money' }),
  'loan.repaid': template('loan', { amount: 'money' }),
  'loan.repaymentRejected': template('loan', { amount: 'money', repaymentReason: 'repaymentReason' }),
  'loan.overdue': template('loan', { amount: 'money', due: 'date' }),
  /** The collateral covers too little: `missing` has to be paid, or it is sold. */
  'loan.call': template('loan', { amount: 'money', value: 'money', missing: 'money' }),
  'loan.defaulted': template('loan', { amount: 'money' }),
  /** `lost` is what the house bore. */
  'loan.closed': template('loan', { amount: 'money', lost: 'money' }),
  'fund.redeemed': template('fund', { fund: 'fund', amount: 'money', nav: 'price' }),
  /** A purchase of a plan that was not made, and why. */
  'plan.skipped': template('trade', { instrument: 'instrument', amount: 'money', date: 'date', why: 'planSkip' }),
  /** Three in a row were not. */
  'plan.paused': template('trade', { instrument: 'instrument', amount: 'money', why: 'planSkip' }),
  'mandate.confirmed': template('follow', { agency: 'agency', amount: 'money', nav: 'price' }),
  'mandate.rejected': template('follow', { agency: 'agency', amount: 'money' }),
  'mandate.renewed': template('follow', { agency: 'agency', amount: 'money', nav: 'price', date: 'date' }),
  /** The customer's own loss limit is met: it ends at the strike of `date`. */
  'mandate.limit': template('follow', { agency: 'agency', percent: 'percent', date: 'date' }),
  'mandate.settled': template('follow', { agency: 'agency', amount: 'money', nav: 'price', mandateEnd: 'mandateEnd' }),
  'robot.rented': template('robot', { robot: 'robot', capital: 'money', rent: 'money', until: 'moment' }),
  /** A limit of its customer is reached, or its rule is another now; `value` is what it was worth. */
  'robot.dailyLoss': template('robot', { robot: 'robot', value: 'money' }),
  'robot.drawdown': template('robot', { robot: 'robot', value: 'money' }),
  'robot.rule': template('robot', { robot: 'robot', value: 'money' }),
  'robot.ended': template('robot', { robot: 'robot', amount: 'money' }),
  'alert.above': template('alert', { ...alert, level: 'price' }),
  'alert.below': template('alert', { ...alert, level: 'price' }),
  'alert.rise': template('alert', { ...alert, level: 'percent', change: 'percent' }),
  'alert.fall': template('alert', { ...alert, level: 'percent', change: 'percent' }),
  'alert.volume': template('alert', { ...alert, level: 'quantity', volume: 'quantity' }),
} as const

/** The types of facts and their written form: decimal text and codes, never words of a language. */
export type FactValues = {
  /** Canonical id; the name and the ticker are looked up when it is read. */
  instrument: string
  quantity: string
  price: string
  /** In points: "1.25" is 1.25 %. */
  percent: string
  money: MoneyFact
  date: CalendarDate
  moment: Instant
  /** The end of a pause; null for none, and then the words under `<template>.body.plain` mention none. */
  pause: Instant | null
  wallet: WalletType
  reason: EndReason
  depositReason: FailureReason
  kycReason: KycReason
  /** A name as it was given: a passkey's by its customer, a company's, a code. */
  given: string
  /** A browser and its system by their own names: "Firefox on Linux". */
  device: string
  /** A bank or a network with the masked number. */
  card: string
  cardReason: CardRejection
  withdrawalReason: WithdrawalReason
  power: PowerName
  /** A role of every house, or the name of a composed one. */
  role: string
  /** The id of a broadcast, whose own words are used. */
  noticeTitle: string
  noticeBody: string
  actReason: ActReason
  market: ClosableMarketName
  closure: ClosureCause
  fund: FundId
  planSkip: PlanSkip
  agency: AgencyId
  mandateEnd: MandateEnd
  robot: RobotId
  loanReason: LoanReason
  repaymentReason: RepaymentReason
  permission: PermissionType
  permissionReason: PermissionReason
}
export type FactKind = keyof FactValues

/** "27363.71 USD": decimal text with the currency's digits, and the currency. */
export type MoneyFact = `${string} ${Currency}`

type Facts = Readonly<Record<string, FactKind>>
export type TemplateKey = keyof typeof messageTemplates
export type FactsOf<Key extends TemplateKey> = {
  readonly [Fact in keyof (typeof messageTemplates)[Key]['facts']]: FactValues[(typeof messageTemplates)[Key]['facts'][Fact] & FactKind]
}

function template<const Type extends MessageType, const Kinds extends Facts>(type: Type, facts: Kinds) {
  return { type, facts } as const
}
