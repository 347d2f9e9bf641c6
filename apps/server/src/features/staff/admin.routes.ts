import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { ok } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { endStaffSessions } from '../../admin/sessions.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeRoles, disable, invite, inviteAgain, waysNow } from './colleagues.ts'
import { emergencyState, endEmergency, openEmergency } from './emergency.ts'
import { auditOwnSession } from './own-audit.ts'
import { presentColleague, presentStaffSession } from './present.ts'
import { roleNames } from './role-store.ts'
import { changeRole, compose, listRoles, retireRole } from './roles.ts'
import { object, waitingChanges } from './requests.ts'
import { beginSetup, finishSetup } from './setup.ts'
import { type StaffDeps, signIn, verifyFactor } from './sign-in.ts'
import * as store from './store.ts'

/** Staff: the ways in, the own session, and the colleagues. */
export function staffAdminRoutes(app: FullApp): StaffRegistered {
  const deps: StaffDeps = { ...app, hashing: app.hashing.inLineOfItsOwn() }
  const ofColleagues = staffRoutes(staff, {
    signIn: (request) => signIn(deps, request),
    beginSetup: (request) => beginSetup(deps, request),
    finishSetup: (request) => finishSetup(deps, request),
    openEmergency: (request) => openEmergency(app, request),
    emergency: async ({ now }) => ok(await emergencyState(app, now)),
    endEmergency: (request) => endEmergency(app, request),
    session: ({ staff: caller }) => ok(presentStaffSession(caller)),
    verify: (request) => verifyFactor(deps, request),
    signOut: async (request) => {
      const { staff: caller, now } = request
      const ended = await inTransaction(app.pool, async (client) => {
        await endStaffSessions(client, caller.staffId, now)
        await auditOwnSession(client, request, caller, 'signedOut')
        return ok(true as const)
      })
      request.signOut()
      return ended
    },
    list: async () => {
      const [members, names] = await Promise.all([store.list(app.pool), roleNames(app.pool)])
      return ok(members.map((member) => presentColleague(member, names)))
    },
    invite: (request) => invite(deps, request),
    inviteAgain: (request) => inviteAgain(deps, request),
    changeRoles: (request) => changeRoles(deps, request),
    disable: (request) => disable(deps, request),
    changes: async ({ staff: caller }) => ok(await waysNow(app, caller)),
    requests: async (request) => ok(await waitingChanges(app, request)),
    object: (request) => object(app, request),
  })
  const ofRoles = staffRoutes(composedRoles, {
    list: async () => ok(await listRoles(app)),
    compose: (request) => compose(deps, request),
    change: (request) => changeRole(deps, request),
    retire: (request) => retireRole(deps, request),
  })
  return [...ofColleagues, ...ofRoles]
}
