import { orderKind } from '../../src/orders/records.ts'
import { rentalKind, robotSlotKind } from '../../src/robots/records.ts'
import { robots } from '../../src/robots/catalogue.ts'
import type { Rental } from '../../src/robots/rental.ts'
import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { changing, holding } from './replaced.ts'

/** Bugs of robots. */
export const plantedInRobots: Planted = {
  'a frozen account rents a robot': {
    ...realRules,
    rentRobot: (state, asked, terms, now) => realRules.rentRobot({ ...state, frozen: false }, asked, terms, now),
  },
  'another rule than the one that was shown is rented': {
    ...realRules,
    rentRobot: (state, asked, terms, now) => realRules.rentRobot(state, asked, { ...terms, hash: robots[asked.robotId].hash }, now),
  },
  'any number of robots is rented': {
    ...realRules,
    rentRobot: (state, asked, terms, now) =>
      realRules.rentRobot(
        withRentals(state, () => null),
        asked,
        terms,
        now,
      ),
  },
  'the rent is forgotten': {
    ...realRules,
    rentRobot: (state, asked, terms, now) => realRules.rentRobot(state, asked, { ...terms, rent: 0n }, now),
  },
  'a robot acts as if it had nothing invested yet': {
    ...realRules,
    tradeTowards: (part, next, step) => realRules.tradeTowards(next > part.target ? { ...part, target: 0n } : part, next, step),
  },
  'an order of a robot is taken for one of its customer': {
    ...realRules,
    acceptRobotOrder: (state, asked, terms, now) => {
      const accepted = realRules.acceptRobotOrder(state, asked, terms, now)
      if (!accepted.ok) return accepted
      const { order, outcome } = accepted.value
      return { ok: true, value: { order, outcome: changing(outcome, orderKind, [{ ...order, robot: null }]) } }
    },
  },
  'what a purchase leaves stays in the wallet': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const order = orderKind.of(state).get(execution.orderId)
      if (order === undefined || order.robot === null || order.side === 'sell') return realRules.bookExecution(state, execution, terms, now)
      const alone = holding(state, orderKind, new Map(orderKind.of(state)).set(order.id, { ...order, robot: null }))
      return realRules.bookExecution(alone, execution, terms, now)
    },
  },
  'a robot trades while the market is closed': {
    ...realRules,
    acceptRobotOrder: (state, asked, terms, now) => realRules.acceptRobotOrder(state, asked, { ...terms, matching: true }, now),
  },
  'the loss of a day is counted from the highest value': {
    ...realRules,
    watchRobot: (state, watched, now) =>
      deciding(
        state,
        realRules.watchRobot(
          withRentals(state, (rental) => ({ ...rental, value: rental.peak })),
          watched,
          now,
        ),
      ),
  },
  'a fall beyond the limit only pauses for the day': {
    ...realRules,
    watchRobot: (state, watched, now) =>
      deciding(
        state,
        realRules.watchRobot(
          withRentals(state, (rental) => ({ ...rental, peak: rental.value })),
          watched,
          now,
        ),
      ),
  },
  'a robot goes on after a fall beyond its limit': {
    ...realRules,
    resumeRobot: (state, resumed, now) =>
      realRules.resumeRobot(
        withRentals(state, (rental) => ({ ...rental, pauseReason: rental.pauseReason === null ? null : 'dailyLoss' })),
        resumed,
        now,
      ),
  },
  'a robot goes on on the day of its pause': {
    ...realRules,
    resumeRobot: (state, resumed, now) =>
      realRules.resumeRobot(
        withRentals(state, (rental) => ({ ...rental, pausedOn: null })),
        resumed,
        now,
      ),
  },
  'a value of a day is kept again': {
    ...realRules,
    keepRobotValue: (state, kept, now) =>
      realRules.keepRobotValue(
        withRentals(state, (rental) => ({ ...rental, valuedOn: null })),
        kept,
        now,
      ),
  },
  'money goes back before sales have settled': {
    ...realRules,
    finishRobot: (state, ending, now) =>
      realRules.finishRobot(
        holding(state, robotSlotKind, new Map([...robotSlotKind.of(state)].map(([id, slot]) => [id, { ...slot, settlesOn: null }]))),
        ending,
        now,
      ),
  },
  'a robot ends before its time': {
    ...realRules,
    expireRobot: (state, ending, now) => realRules.expireRobot(state, ending, now + 1),
  },
  'a split forgets the shares of robots': {
    ...realRules,
    bookSplit: (state, booking, now) => realRules.bookSplit(holding(state, robotSlotKind, new Map()), booking, now),
  },
}

/** What was decided on false figures, with the figures as they are. */
const deciding = (state: AccountState, outcome: Outcome): Outcome =>
  changing(
    outcome,
    rentalKind,
    rentalKind.in(outcome).map((rental) => {
      const { value, peak } = rentalKind.of(state).get(rental.id) ?? rental
      return { ...rental, value, peak }
    }),
  )

/** The account state with other rentals; null leaves one out. */
const withRentals = (state: AccountState, change: (rental: Rental) => Rental | null): AccountState =>
  holding(
    state,
    rentalKind,
    new Map(
      [...rentalKind.of(state)].flatMap(([id, rental]) => {
        const changed = change(rental)
        return changed === null ? [] : [[id, changed] as const]
      }),
    ),
  )
