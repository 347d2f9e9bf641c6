import { type RegisteredPower, powers } from '@rueda/contract/powers.ts'
import { ok } from '@rueda/rules/result.ts'
import { isEverybodys, powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { actsOn, rolesInForce } from './store.ts'

/** What each power is, with the roles that this house composed beside those of every house. */
async function register({ pool }: Pick<App, 'pool'>): Promise<RegisteredPower[]> {
  const composed = await rolesInForce(pool)
  return powerNames.map((name) => {
    const { roles, ...power } = powerOf(name)
    const given = composed.filter(({ powers: allowed }) => isEverybodys(name) || allowed.includes(name))
    return { name, ...power, roles: [...roles], composed: given.map((role) => role.name) }
  })
}

/** The register of operator powers, and each customer's own timeline of what staff did. */
export const powerRoutes = ({ pool }: App): Registered =>
  routes(powers, {
    register: async () => ok(await register({ pool })),
    acts: async ({ input, caller }) => {
      const { list, total } = await inSnapshot(pool, (reader) => actsOn(reader, caller.accountId, sliceOf(input)))
      return ok(pageOf(list, total, input))
    },
  })
