import { mining } from '@rueda/contract/mining.ts'
import { ok } from '@rueda/rules/result.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { type MiningDeps, share, start, stop, termsOf } from './change.ts'
import { presentRound, presentState } from './present.ts'
import * as store from './store.ts'

/** A lesson in proof of work (`docs/rules/mining.md` A.104). */
export const miningRoutes = (app: MiningDeps): Registered =>
  routes(mining, {
    state: async ({ caller }) =>
      ok(presentState(await store.latest(app.pool, caller.accountId), termsOf(app.settings), app.wallClock.now())),

    start: ({ caller, idempotency }) => start(app, { caller, idempotency }),

    stop: ({ caller }) => stop(app, caller.accountId),

    share: ({ input, caller, idempotency }) => share(app, { ...input, caller, idempotency }),

    records: async ({ input, caller }) => {
      const { rounds, total } = await inSnapshot(app.pool, (reader) => store.rounds(reader, caller.accountId, sliceOf(input)))
      const now = app.wallClock.now()
      return ok(
        pageOf(
          rounds.map((round) => presentRound(round, now)),
          total,
          input,
        ),
      )
    },
  })
