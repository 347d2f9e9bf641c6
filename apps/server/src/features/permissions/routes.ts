import { codeOfPermission } from '@rueda/contract/codes.ts'
import { permissions as endpoints } from '@rueda/contract/permissions.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { applyAgainAt, permissionTypes } from '@rueda/rules/permissions/permission.ts'
import { ASSETS_NEEDED, MIN_ACCOUNT_DAYS } from '@rueda/rules/permissions/review.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { expectedMinutes } from '../kyc/deps.ts'
import { apply } from './apply.ts'
import { gather } from './evidence.ts'
import * as store from './store.ts'

/** Applying for permissions, and their status. */
export const permissionRoutes = (app: FullApp): Registered =>
  routes(endpoints, {
    apply: (request) => apply(app, request),

    mine: async ({ caller: { accountId } }) => {
      const now = app.wallClock.now()
      const permissions = await store.permissionsOf(app.pool, accountId)
      const { isIdentified, isInstitution, accountOpenedAt, assets } = await gather(app, app.pool, { accountId, permissions, now })
      return ok({
        permissions: permissionTypes.map((type) => present(type, permissions, now)),
        requirements: {
          identified: isIdentified ? 1 : 0,
          accountDays: Math.floor((now - accountOpenedAt) / DAY_MS),
          accountDaysNeeded: MIN_ACCOUNT_DAYS,
          assets: formatMinor(assets, 'USD'),
          assetsNeeded: formatMinor(ASSETS_NEEDED, 'USD'),
          institution: isInstitution ? 1 : 0,
        },
        expectedMinutes: expectedMinutes(app.settings),
      })
    },
  })

function present(type: store.Permission['type'], permissions: readonly store.Permission[], now: number) {
  const found = permissions.find((each) => each.type === type)
  const again = found === undefined ? null : applyAgainAt(found)
  const isReview = found?.status === 'review'
  return {
    type,
    status: codeOfPermission[found?.status ?? 'none'],
    reason: found?.reason ?? null,
    withPerson: isReview && found.queuedAt !== null ? (1 as const) : (0 as const),
    applyTimestamp: found?.appliedAt ?? null,
    decideTimestamp: found?.decidedAt ?? null,
    applyAgainTimestamp: again !== null && again > now ? again : null,
  }
}
