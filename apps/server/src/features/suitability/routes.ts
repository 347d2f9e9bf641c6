import { suitability as endpoints } from '@rueda/contract/suitability.ts'
import { ok } from '@rueda/rules/result.ts'
import { suitabilityKind } from '@rueda/rules/suitability/records.ts'
import { suitabilityStanding } from '@rueda/rules/suitability/standing.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { presentAttempt, presentResult, presentStanding } from './present.ts'
import { suitabilityAttemptsOf } from './records.ts'
import { beginningAttempt, handingIn } from './take.ts'

/** The questions before the first position on margin (`docs/rules/suitability.md` P.8). */
export const suitabilityRoutes = (app: App): Registered =>
  routes(endpoints, {
    state: async ({ caller: { accountId }, language }) => {
      const state = await readAccountState(app.pool, accountId, { records: [suitabilityAttemptsOf] })
      const standing = suitabilityStanding(suitabilityKind.of(state).values(), app.clock.now())
      return ok(presentStanding(standing, language))
    },

    begin: async ({ caller: { accountId }, idempotency, language }) => {
      const begun = await app.commands.run(beginningAttempt, { accountId, idempotency, arguments: { id: app.ids.next() } })
      return begun.ok ? ok(presentAttempt(begun.value.attempt, language)) : begun
    },

    answer: async ({ input: { attemptId, answers }, caller: { accountId }, idempotency, language }) => {
      const handedIn = await app.commands.run(handingIn, { accountId, idempotency, arguments: { attemptId, answers } })
      if (!handedIn.ok) return handedIn
      const result = presentResult(handedIn.value.attempt, language)
      if (result === null) throw new Error(`the attempt ${attemptId} was handed in without a result`)
      return ok(result)
    },
  })
