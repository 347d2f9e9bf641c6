import type { StaffRole } from './roles.ts'

/**
 * The register of operator powers: everything that staff can do, and by which roles. A route of the back office names its power here or
 * does not compile; nothing else can be done. `docs/operator-powers.md`, the app's page and the route-by-role tests are made from this
 * table, and the words are in `text/<language>/powers.json`.
 */
export type Power = Readonly<{
  /** The roles that have the power; everybody else is refused. */
  roles: readonly [StaffRole, ...StaffRole[]]
  /**
   * `look` reads lists with personal data masked, or the brokerage's own data. `open` reads one customer's data, for a reason. `take`
   * exports a marked and masked copy. `act` changes something. All but looking leave a trace in the audit log.
   */
  kind: 'look' | 'open' | 'take' | 'act'
  /**
   * Two means that another person with the power must request exactly the same within a day. A change of the staff is also made by one
   * person a day later, if nobody objected.
   */
  people: 'one' | 'two' | 'two above the limit' | 'two beyond a case' | 'two or one after a day'
  /** A trace that concerns a customer is on the customer's own timeline too. */
  concerns: 'customer' | 'house'
}>

const EVERYBODY = ['support', 'kyc', 'cashier', 'risk', 'product', 'auditor', 'admin'] as const
const REVIEWERS = ['support', 'kyc', 'cashier', 'risk'] as const

const look = (...roles: Power['roles']): Power => ({ roles, kind: 'look', people: 'one', concerns: 'house' })
const open = (...roles: Power['roles']): Power => ({ roles, kind: 'open', people: 'one', concerns: 'customer' })
const take = (...roles: Power['roles']): Power => ({ roles, kind: 'take', people: 'one', concerns: 'house' })
const act = (concerns: Power['concerns'], people: Power['people'], ...roles: Power['roles']): Power => ({
  roles,
  kind: 'act',
  people,
  concerns,
})

export const powers = {
  'staff.self': look(...EVERYBODY),
  'views.keep': look(...EVERYBODY),
  'staff.see': look('admin', 'auditor'),
  'staff.invite': act('house', 'two or one after a day', 'admin'),
  'staff.changeRoles': act('house', 'two or one after a day', 'admin'),
  'staff.disable': act('house', 'two or one after a day', 'admin'),
  'staff.composeRole': act('house', 'two or one after a day', 'admin'),
  'staff.retireRole': act('house', 'two or one after a day', 'admin'),
  'staff.object': act('house', 'one', ...EVERYBODY),
  'emergency.open': act('house', 'two', 'admin'),
  'emergency.end': act('house', 'one', 'risk', 'admin'),
  'deposits.open': { roles: ['cashier'], kind: 'open', people: 'one', concerns: 'customer' },
  'deposits.decide': act('customer', 'one', 'cashier'),
  'dashboard.see': look(...EVERYBODY),
  'approvals.see': look(...EVERYBODY),
  'approvals.refuse': act('house', 'one', ...REVIEWERS, 'product', 'admin'),
  'cases.see': look(...REVIEWERS, 'auditor'),
  'cases.claim': act('customer', 'one', ...REVIEWERS),
  'permissions.see': look('risk', 'auditor'),
  'permissions.open': open('risk'),
  'permissions.decide': act('customer', 'one', 'risk'),
  'permissions.revoke': act('customer', 'one', 'risk'),
  'support.see': look('support', 'auditor'),
  'support.open': open('support'),
  'support.answer': act('customer', 'one', 'support'),
  'support.note': act('house', 'one', 'support'),
  'support.handOver': act('customer', 'one', 'support'),
  'support.close': act('customer', 'one', 'support'),
  'complaints.open': open('support'),
  'complaints.acknowledge': act('customer', 'one', 'support'),
  'complaints.draft': act('house', 'one', 'support'),
  'complaints.answer': act('customer', 'two', 'support'),
  'kyc.open': open('kyc'),
  'kyc.decide': act('customer', 'one', 'kyc'),
  'kyc.reopen': act('customer', 'one', 'kyc', 'risk'),
  'accounts.find': look('support', 'kyc', 'cashier', 'risk', 'auditor'),
  'accounts.open': open('support', 'kyc', 'cashier', 'risk', 'auditor'),
  'accounts.unmask': { roles: ['risk'], kind: 'open', people: 'two beyond a case', concerns: 'customer' },
  'accounts.freeze': act('customer', 'one', 'risk'),
  'accounts.thaw': act('customer', 'two', 'risk'),
  'integrity.see': look('cashier', 'risk', 'auditor', 'admin'),
  'integrity.run': act('house', 'one', 'risk', 'admin'),
  'ledger.see': look('cashier', 'risk', 'auditor'),
  'ledger.open': open('cashier', 'risk', 'auditor'),
  'ledger.export': take('cashier', 'risk', 'auditor'),
  'ledger.reverse': act('customer', 'two', 'cashier'),
  'jobs.retry': act('house', 'one', 'risk', 'admin'),
  'market.see': look('support', 'risk', 'product', 'auditor'),
  'market.halt': act('house', 'one', 'risk'),
  'market.closeOnly': act('house', 'one', 'risk'),
  'market.resume': act('house', 'two', 'risk'),
  'switches.see': look('support', 'cashier', 'risk', 'product', 'auditor', 'admin'),
  'switches.turn': act('house', 'one', 'admin'),
  'switches.turnMoney': act('house', 'two', 'risk', 'admin'),
  'offerings.see': look('support', 'risk', 'product', 'auditor', 'admin'),
  'offerings.pause': act('house', 'one', 'product', 'risk'),
  'offerings.close': act('house', 'two', 'product'),
  'broadcasts.see': look('support', 'risk', 'product', 'auditor'),
  'broadcasts.write': act('house', 'one', 'product'),
  'broadcasts.publish': act('house', 'two', 'product'),
  'articles.see': look('support', 'risk', 'product', 'auditor'),
  'articles.write': act('house', 'one', 'product'),
  'articles.publish': act('house', 'two', 'product'),
  'articles.withdraw': act('house', 'one', 'product', 'risk'),
  'banners.raise': act('house', 'one', 'risk'),
  'instruments.see': look('support', 'risk', 'product', 'auditor'),
  'instruments.delist': act('house', 'two', 'product'),
  'subscriptions.see': look('product', 'risk', 'auditor', 'admin'),
  'subscriptions.withdraw': act('house', 'two', 'product'),
  'placing.see': look('product', 'risk', 'auditor', 'admin'),
  'placing.withdraw': act('house', 'two', 'product'),
  'calendars.see': look('support', 'risk', 'product', 'auditor'),
  'calendars.closeDay': act('house', 'two', 'product', 'risk'),
  'calendars.reopenDay': act('house', 'two', 'product', 'risk'),
  'terms.see': look('cashier', 'risk', 'product', 'auditor', 'admin'),
  'terms.change': act('house', 'two', 'product'),
  'terms.changeLimit': act('house', 'two', 'risk'),
  'terms.changeAccount': act('house', 'two', 'risk'),
  'fees.see': look('support', 'risk', 'product', 'auditor', 'admin'),
  'fees.change': act('house', 'two', 'product'),
  'cards.open': open('cashier', 'auditor'),
  'cards.decide': act('customer', 'one', 'cashier'),
  'withdrawals.open': open('cashier', 'auditor'),
  'withdrawals.approve': act('customer', 'two above the limit', 'cashier'),
  'withdrawals.refuse': act('customer', 'one', 'cashier'),
  'loans.see': look('cashier', 'risk', 'product', 'auditor'),
  'loans.open': open('cashier', 'risk', 'auditor'),
  'loans.approve': act('customer', 'two above the limit', 'risk'),
  'loans.refuse': act('customer', 'one', 'risk'),
  'loans.decideRepayment': act('customer', 'one', 'cashier'),
  'alerts.acknowledge': act('house', 'one', 'risk', 'admin'),
  'audit.read': look('auditor', 'risk', 'admin'),
  'audit.export': take('auditor', 'risk'),
} as const satisfies Readonly<Record<string, Power>>

export type PowerName = keyof typeof powers
export const powerNames = Object.keys(powers) as PowerName[]
export const powerOf = (name: PowerName): Power => powers[name]

/** A role that this house composed from powers of the register. Its name is kept for its life, so that the audit log can say it. */
export type ComposedRole = Readonly<{ roleId: string; name: string; powers: readonly PowerName[] }>
/** The roles that a person has: those that every house has, and those that this one composed. */
export type RolesHeld = Readonly<{ roles: readonly StaffRole[]; composed: readonly ComposedRole[] }>

/** Powers of everybody who works here come with every role. */
export const isEverybodys = (name: PowerName): boolean => EVERYBODY.every((role) => powerOf(name).roles.includes(role))

/**
 * The role that gives a person a power, or the name of the composed one that does; null for none. A person with several acts in the first
 * that does.
 */
export const roleFor = (name: PowerName, { roles, composed }: RolesHeld): string | null =>
  powerOf(name).roles.find((role) => roles.includes(role)) ??
  composed.find(({ powers: given }) => isEverybodys(name) || given.includes(name))?.name ??
  null

/** Everything that a person can do, in the order of the register. */
export const powersOf = (held: RolesHeld): readonly PowerName[] => powerNames.filter((name) => roleFor(name, held) !== null)

/** True for powers that the customer learns of in no other way: being looked at, and being frozen. Decisions have messages of their own. */
export const isTold = (name: PowerName): boolean => powerOf(name).kind === 'open' || name === 'accounts.freeze' || name === 'accounts.thaw'
