import type { PictureFacts, Evidence } from '../../src/kyc/review.ts'
import type { Submission } from '../../src/kyc/submission.ts'
import { MINUTE_MS } from '../../src/time.ts'
import { isUsedBy, triesTooOften } from '../model/standing.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, dateOf } from '../world/world.ts'
import { OWNER } from './places.ts'

/** Papers: handed in right and wrong, or belonging to somebody else; reviewed by rules and by staff, and reviewed again. */
const [FIRST_NAME = '', LAST_NAME = ''] = OWNER.split(' ')
const GROWN_UP = '1990-05-17'
const CHILD = '2020-05-17'
export const reviewOf = (now: number): number => now + 4 * MINUTE_MS

const ownPaper = (accountId: string): string => `3000${accountId}`

export function handInPapers(step: Step): void {
  const { world, rng, model, accountId, account, now } = step
  const others = [...world.models].filter(([id]) => id !== accountId)
  const foreign = rng.percent(25) ? rng.pick(others)[1].standing.paper : null
  const number = foreign ?? rng.pick([ownPaper(accountId), ownPaper(accountId), ownPaper(accountId), '12'])
  const birthDate = rng.pick([GROWN_UP, GROWN_UP, GROWN_UP, GROWN_UP, null, CHILD])
  const submission: Submission = {
    ...{ type: 'idcard', countryCode: 'AR', firstName: FIRST_NAME, lastName: LAST_NAME, gender: null, mrz: null },
    ...{ number, birthDate },
  }
  const elsewhere = [...world.brokerage.accounts].filter(([id]) => id !== accountId)
  const { standing } = account
  const answer = world.brokerage.rules.checkSubmission(submission, {
    ...{ status: standing.identity, retriedAt: standing.retriedAt, today: dateOf(world, 'AR'), now },
    isUsedElsewhere: elsewhere.some(
      ([, other]) => other.standing.paper === number && (other.standing.identity === 'pending' || other.standing.identity === 'passed'),
    ),
  })
  expectAnswer(answer, refusalOf(step, number, birthDate), `the paper ${number} of somebody born on ${birthDate}`)
  if (!answer.ok) return void world.seen.add(`papers refused: ${answer.refusal}`)
  const handedIn = { paper: number, isBirthDateTold: birthDate !== null }
  if (standing.identity === 'failed') standing.retriedAt = [now, ...standing.retriedAt]
  Object.assign(standing, { ...handedIn, identity: 'pending', identityReviewAt: reviewOf(now), identityQueued: false })
  if (model.standing.identity === 'failed') model.standing.retries = [...model.standing.retries, now]
  Object.assign(model.standing, { ...handedIn, identity: 'pending', reviewAt: reviewOf(now), waitsForPerson: false })
  world.seen.add('papers handed in')
}

function refusalOf({ world, model, now }: Step, number: string, birthDate: string | null): string | null {
  const { identity } = model.standing
  if (identity === 'passed' || identity === 'pending') return `kyc.${identity}`
  if (triesTooOften(model.standing, now)) return 'kyc.too_often'
  if (number === '12') return 'document.invalid'
  if (birthDate === CHILD) return 'person.under_age'
  return [...world.models.values()].some((other) => other !== model && isUsedBy(other, number)) ? 'document.used' : null
}

const BITS = 256
const CONTRAST = 40
const readable: PictureFacts = { width: 1_200, height: 800, contrast: CONTRAST, print: '0'.repeat(BITS) }
const otherSide: PictureFacts = { ...readable, print: '1'.repeat(BITS) }

/** The facts the rules get, and the status that follows from them. */
type Sight = Readonly<{ front: PictureFacts; back: PictureFacts; nearestElsewhere: number | null; becomes: 'passed' | 'failed' | 'queued' }>
const sights: readonly Sight[] = [
  { front: readable, back: otherSide, nearestElsewhere: null, becomes: 'passed' },
  { front: readable, back: otherSide, nearestElsewhere: null, becomes: 'passed' },
  { front: readable, back: otherSide, nearestElsewhere: 100, becomes: 'passed' },
  { front: readable, back: otherSide, nearestElsewhere: 8, becomes: 'queued' },
  { front: readable, back: otherSide, nearestElsewhere: 2, becomes: 'failed' },
  { front: readable, back: readable, nearestElsewhere: null, becomes: 'failed' },
  { front: { ...readable, contrast: 1 }, back: otherSide, nearestElsewhere: null, becomes: 'failed' },
]

/** Runs the review job too early, in time and twice; staff decide the cases it leaves to them and reopen some that passed. */
export function lookAtPapers(step: Step): void {
  const { standing } = step.model
  if (standing.identity === 'pending') return standing.waitsForPerson ? decideAsPerson(step) : reviewByRules(step)
  if (standing.identity === 'passed' && step.rng.percent(6)) reopen(step)
}

function reviewByRules({ world, rng, model, account }: Step): void {
  const { standing } = account
  const at = model.standing.reviewAt + rng.pick([-1, 0, MINUTE_MS])
  const sight = rng.pick(sights)
  if (at < standing.identityReviewAt) return
  const submission: Evidence['submission'] = {
    ...{ type: 'idcard', countryCode: 'AR', firstName: FIRST_NAME, lastName: LAST_NAME, gender: null, mrz: null, zone: null },
    ...{ number: standing.paper ?? '', birthDate: standing.isBirthDateTold ? GROWN_UP : null },
  }
  const { front, back, nearestElsewhere } = sight
  const verdict = world.brokerage.rules.reviewIdentity({
    ...{ submission, front, back, nearestElsewhere },
    ...{ isUsedElsewhere: false, sanctions: null, face: null, today: dateOf(world, 'AR') },
  })
  const becomes = sight.becomes === 'passed' && !model.standing.isBirthDateTold ? 'queued' : sight.becomes
  const given = { pass: 'passed', fail: 'failed', uncertain: 'queued' }[verdict.outcome]
  if (given !== becomes) throw new Error(`papers are ${given}, the model says ${becomes}`)
  if (becomes === 'queued') {
    standing.identityQueued = true
    model.standing.waitsForPerson = true
  } else {
    standing.identity = becomes
    model.standing.identity = becomes
  }
  world.seen.add(`papers ${becomes}`)
}

function decideAsPerson({ world, rng, model, account }: Step): void {
  const becomes = rng.percent(75) ? 'passed' : 'failed'
  Object.assign(account.standing, { identity: becomes, identityQueued: false })
  Object.assign(model.standing, { identity: becomes, waitsForPerson: false })
  world.seen.add(`papers ${becomes} by a person`)
}

function reopen({ world, model, account, now }: Step): void {
  Object.assign(account.standing, { identity: 'pending', identityQueued: true, identityReviewAt: now })
  Object.assign(model.standing, { identity: 'pending', waitsForPerson: true, reviewAt: now })
  world.seen.add('papers looked at again')
}
