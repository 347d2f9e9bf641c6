import { type RegisteredPower, powers } from '@rueda/contract/powers.ts'
import { ok } from '@rueda/rules/result.ts'
import { powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { actsOn } from './store.ts'

const register: readonly RegisteredPower[] = powerNames.map((name) => {
  const { roles, ...power } = powerOf(name)
  return { name, ...power, roles: [...roles] }
})

/** The register of operator powers, and each customer's own timeline of what staff did. */
export const powerRoutes = ({ pool }: App): Registered =>
  routes(powers, {
    register: () => ok([...register]),
    acts: async ({ input, caller }) => {
      const { list, total } = await inSnapshot(pool, (reader) => actsOn(reader, caller.accountId, sliceOf(input)))
      return ok(pageOf(list, total, input))
    },
  })
