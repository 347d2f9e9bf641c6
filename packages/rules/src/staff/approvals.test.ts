import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import {
  APPROVAL_MS,
  type Asker,
  FRESH_FACTOR_MS,
  OBJECTION_MS,
  STAFF_CHANGE_MS,
  SUSPENSION_MS,
  type StaffChange,
  aloneFrom,
  changesAlone,
  decideApproval,
  endsOtherRequests,
  lapsesAt,
  losesPowersAtOnce,
  staysWhenSuspended,
  wayOfChange,
} from './approvals.ts'
import { powerNames, powerOf } from './powers.ts'
import type { StaffRole } from './roles.ts'

const NOW = 1_000_000_000
const ana: Asker = { personId: 'ana', verifiedAt: NOW }
const asked = { personId: 'ana', isSame: true, aloneFrom: null }

describe('an approval', () => {
  it.each([
    ['waits when nobody asked before', ana, null, { value: 'waiting' }],
    ['is given by another person who asks for the same', { ...ana, personId: 'bea' }, asked, { value: 'approved' }],
    ['is not given to something else', { ...ana, personId: 'bea' }, { ...asked, isSame: false }, { refusal: 'approval.changed' }],
    ['is not given by the person who asked', ana, asked, { refusal: 'approval.same_person' }],
    ['is not given a moment before the day is over', ana, { ...asked, aloneFrom: NOW + 1 }, { refusal: 'approval.not_yet' }],
    ['is not needed when nobody objected for a day', ana, { ...asked, aloneFrom: NOW }, { value: 'unopposed' }],
    ['needs a factor of five minutes', { ...ana, verifiedAt: NOW - FRESH_FACTOR_MS - 1 }, null, { refusal: 'staff.factor_stale' }],
    [
      'needs it after the day as well',
      { ...ana, verifiedAt: NOW - FRESH_FACTOR_MS - 1 },
      { ...asked, aloneFrom: NOW },
      { refusal: 'staff.factor_stale' },
    ],
  ] as const)('%s', (_, asker, waiting, expected) => {
    expect(decideApproval(asker, waiting, NOW)).toMatchObject(expected)
  })
})

describe('what one person may do', () => {
  it('alone is to bring the second administrator, and nothing once there was one', () => {
    const one = { administratorsEver: 1, isEmergency: false }
    for (const power of ['staff.invite', 'staff.disable'] as const) {
      expect(changesAlone(power, one)).toBe(true)
      expect(changesAlone(power, { ...one, administratorsEver: 2 })).toBe(false)
      expect(changesAlone(power, { administratorsEver: 2, isEmergency: true })).toBe(true)
    }
    for (const power of ['staff.changeRoles', 'staff.composeRole', 'staff.retireRole'] as const)
      for (const isEmergency of [true, false]) expect(changesAlone(power, { administratorsEver: 1, isEmergency })).toBe(false)
  })

  it('after a day is what the register says, where somebody else was told', () => {
    const told = { administratorsEver: 2, isEmergency: false, toldOthers: 1 }
    for (const power of powerNames)
      expect(aloneFrom(power, NOW, told), power).toBe(powerOf(power).people === 'two or one after a day' ? NOW + OBJECTION_MS : null)
    expect(aloneFrom('staff.invite', NOW, { ...told, toldOthers: 0 })).toBeNull()
    expect([lapsesAt(NOW, null), lapsesAt(NOW, NOW + OBJECTION_MS)]).toEqual([NOW + APPROVAL_MS, NOW + STAFF_CHANGE_MS])
  })

  it('after a day is also what the first administrator asks for before anybody else has come, and then nobody alone any more', () => {
    const first = { administratorsEver: 1, isEmergency: false, toldOthers: 0 }
    for (const power of ['staff.changeRoles', 'staff.composeRole', 'staff.retireRole'] as const) {
      expect(aloneFrom(power, NOW, first), power).toBe(NOW + OBJECTION_MS)
      expect(lapsesAt(NOW, aloneFrom(power, NOW, first)), power).toBeGreaterThan(NOW + OBJECTION_MS)
      expect(wayOfChange(power, first), power).toBe('twoOrDay')
      for (const gone of [{ administratorsEver: 2 }, { isEmergency: true }]) {
        expect(aloneFrom(power, NOW, { ...first, ...gone }), power).toBeNull()
        expect(wayOfChange(power, { ...first, ...gone }), power).toBe('two')
      }
    }
    expect(aloneFrom('market.resume', NOW, first)).toBeNull()
    expect(wayOfChange('staff.invite', first)).toBe('atOnce')
  })

  it('suspended is to sign in and to object', () => {
    expect(powerNames.filter(staysWhenSuspended)).toEqual(['staff.self', 'staff.object'])
    expect(losesPowersAtOnce(['cashier', 'risk'])).toBe(true)
    expect(losesPowersAtOnce(['support', 'admin'])).toBe(false)
  })
})

/**
 * A staff in which one person, number 0, does everything the rules let one person do. The others only ever object: within a day, as
 * somebody does who reads their own mail, or never.
 */
type Account = {
  person: number
  mailbox: number
  roles: StaffRole[]
  state: 'invited' | 'active' | 'out'
  isVouched: boolean
  suspendedUntil: number
}
type Request = {
  power: StaffChange
  account: number
  mailbox: number
  roles: StaffRole[]
  askedAt: number
  aloneFrom: number | null
  told: Set<number>
}
type House = { now: number; verifiedAt: number; accounts: Account[]; requests: Request[]; everAdministered: Set<number> }
type Act = Readonly<{
  kind: StaffChange | 'wait' | 'verify' | 'object' | 'finishSetup'
  account: number
  mailbox: number
  roles: StaffRole[]
  ms: number
}>

const ME = 0
const inMyHands = ({ accounts }: House): number => accounts.filter(({ person, state }) => person === ME && state === 'active').length
const othersOf = ({ accounts }: House): Set<number> =>
  new Set(accounts.filter(({ person, state }) => person !== ME && state === 'active').map(({ person }) => person))

function ask(house: House, { kind, account, mailbox, roles }: Act): void {
  const power = kind as StaffChange
  const me = house.accounts.find(({ person, state }) => person === ME && state === 'active')
  if (me === undefined || me.suspendedUntil > house.now || !me.roles.includes('admin')) return
  if (changesAlone(power, { administratorsEver: house.everAdministered.size, isEmergency: false }))
    return carryOut(house, { power, account, mailbox, roles }, false)
  const found = house.requests.find(
    (each) => each.power === power && each.account === account && lapsesAt(each.askedAt, each.aloneFrom) >= house.now,
  )
  const isSame = found?.mailbox === mailbox && found.roles.join() === roles.join()
  const waiting = found === undefined ? null : { personId: String(ME), isSame, aloneFrom: found.aloneFrom }
  const decided = decideApproval({ personId: String(ME), verifiedAt: house.verifiedAt }, waiting, house.now)
  if (!decided.ok) return
  if (decided.value === 'waiting') {
    const told = othersOf(house)
    const askedIn = { administratorsEver: house.everAdministered.size, isEmergency: false, toldOthers: told.size }
    house.requests.push({ power, account, mailbox, roles, askedAt: house.now, aloneFrom: aloneFrom(power, house.now, askedIn), told })
    const target = house.accounts[account]
    if (power === 'staff.disable' && target !== undefined && losesPowersAtOnce(target.roles))
      target.suspendedUntil = house.now + SUSPENSION_MS
    return
  }
  house.requests = house.requests.filter((each) => each !== found)
  // Everybody who was notified could object until now.
  if (decided.value === 'unopposed') expect([...(found?.told ?? [])].filter((person) => !othersOf(house).has(person))).toEqual([])
  if (endsOtherRequests(power, decided.value)) house.requests = []
  carryOut(house, { power, account, mailbox, roles }, true)
}

function carryOut(
  house: House,
  { power, account, mailbox, roles }: Pick<Request, 'power' | 'account' | 'mailbox' | 'roles'>,
  isVouched: boolean,
): void {
  const target = house.accounts[account]
  if (power === 'staff.disable' && target !== undefined) target.state = 'out'
  if (power === 'staff.changeRoles' && target !== undefined) target.roles = roles
  if (power !== 'staff.invite') return
  if (target?.state === 'invited') target.isVouched = isVouched
  else house.accounts.push({ person: mailbox, mailbox, roles, state: 'invited', isVouched, suspendedUntil: 0 })
}

/** Sets up an account by reading its mailbox; a link that one person alone gave is void when there are two administrators. */
function finishSetup({ accounts, everAdministered }: House, index: number): void {
  const account = accounts[index]
  if (account?.state !== 'invited' || account.mailbox !== ME || (!account.isVouched && everAdministered.size > 1)) return
  account.state = 'active'
  account.person = ME
}

function pass(house: House, ms: number, areAttentive: boolean): void {
  house.now += ms
  const isLate = ({ aloneFrom: from, askedAt }: Request): boolean => from !== null && house.now >= askedAt + DAY_MS
  // In the last moment of the day a notified person who is still on the staff objected.
  const isOpposed = house.requests.some((each) => isLate(each) && [...each.told].some((person) => othersOf(house).has(person)))
  if (areAttentive && isOpposed) house.requests = []
}

function play(house: House, acts: readonly Act[], areAttentive: boolean): void {
  for (const act of acts) {
    if (act.kind === 'wait') pass(house, act.ms, areAttentive)
    else if (act.kind === 'verify') house.verifiedAt = house.now
    else if (act.kind === 'object') house.requests = []
    else if (act.kind === 'finishSetup') finishSetup(house, act.account)
    else ask(house, act)
  }
}

const PERSONS = 5
const roles = fc.constantFrom<StaffRole[]>(['admin'], ['support'], ['risk', 'cashier'])
const account = fc.record({
  person: fc.integer({ min: 1, max: PERSONS }),
  mailbox: fc.integer({ min: 0, max: PERSONS }),
  roles,
  state: fc.constantFrom('invited' as const, 'active' as const, 'out' as const),
  isVouched: fc.boolean(),
  suspendedUntil: fc.constant(0),
})
/** After two administrators existed: who is left, who is invited and by how many, is random. */
const house: fc.Arbitrary<House> = fc.array(account, { maxLength: PERSONS }).map((others) => ({
  ...{ now: NOW, verifiedAt: NOW, requests: [], everAdministered: new Set([ME, 1]) },
  accounts: [
    { person: ME, mailbox: ME, roles: ['admin'], state: 'active', isVouched: true, suspendedUntil: 0 },
    // An invitation to my own mailbox that two persons approved is their responsibility.
    ...others.map((each) => ({ ...each, isVouched: each.isVouched && each.mailbox !== ME })),
  ],
}))
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('staff.invite', 'staff.changeRoles', 'staff.disable', 'wait', 'verify', 'object', 'finishSetup'),
  account: fc.integer({ min: 0, max: PERSONS + 2 }),
  mailbox: fc.constantFrom(ME, 1),
  roles,
  ms: fc.constantFrom(MINUTE_MS, 6 * MINUTE_MS, 12 * HOUR_MS, DAY_MS - SECOND_MS, DAY_MS, STAFF_CHANGE_MS),
})
/** The attack of somebody who read these rules: everything at once, then the day, then everything again. */
const attack: fc.Arbitrary<Act[]> = fc.array(act, { maxLength: 8 }).chain((asked) =>
  fc.tuple(fc.array(act, { maxLength: 8 }), fc.constantFrom(MINUTE_MS, DAY_MS - SECOND_MS, DAY_MS)).map(([more, ms]) => {
    const wait: Act = { kind: 'wait', account: 0, mailbox: 0, roles: ['admin'], ms }
    return [
      ...asked,
      wait,
      { ...wait, kind: 'verify' },
      ...asked,
      ...more,
      ...Array.from({ length: PERSONS + 2 }, (_, index) => ({ ...wait, kind: 'finishSetup' as const, account: index + 1 })),
    ]
  }),
)

describe('nobody alone, once two administrators existed,', () => {
  const runs = { numRuns: 3_000 }

  it('ends with a second account, shuts anybody out or changes anybody’s roles, whatever the sequence', () => {
    fc.assert(
      fc.property(house, attack, (start, acts) => {
        const before = structuredClone(start.accounts)
        play(start, acts, true)
        expect(inMyHands(start)).toBeLessThanOrEqual(1)
        const kept = start.accounts.slice(0, before.length).map(({ roles: has, state, person }) => ({ has, state, person }))
        expect(kept).toEqual(before.map(({ roles: has, state, person }) => ({ has, state, person })))
        expect(start.accounts).toHaveLength(before.length)
      }),
      runs,
    )
  })

  it('changes anything before everybody who could object had a whole day for it', () => {
    let carried = 0
    fc.assert(
      fc.property(house, attack, (start, acts) => {
        const before = JSON.stringify(start.accounts.map(({ state, roles: has }) => [state, has]))
        const isAlone = othersOf(start).size === 0
        // Each act carried out alone checks who was notified.
        play(start, acts, false)
        const isChanged = JSON.stringify(start.accounts.map(({ state, roles: has }) => [state, has])) !== before
        if (isAlone) expect(isChanged).toBe(false)
        if (isChanged) carried += 1
      }),
      runs,
    )
    // A staff whose second administrator has left for good can go on.
    expect(carried).toBeGreaterThan(0)
  })
})
