import type { Colleague, StaffSession } from '@rueda/contract/admin/staff.ts'
import type { Staff } from '../../admin/handler.ts'
import { STAFF_IDLE_MS } from '../../admin/sessions.ts'
import type * as store from './store.ts'

export const presentStaffSession = (staff: Staff): StaffSession => ({
  staffId: staff.staffId,
  name: staff.name,
  email: staff.email,
  // The console shows no screen that the server would refuse.
  roles: staff.suspendedUntil === null ? [...staff.roles] : [],
  composed: staff.suspendedUntil === null ? staff.composed.map(({ roleId, name }) => ({ roleId, name })) : [],
  powers: staff.suspendedUntil === null ? [...staff.powers] : [],
  suspendedTimestamp: staff.suspendedUntil,
  verifiedTimestamp: staff.verifiedAt,
  idleEndTimestamp: Math.min(staff.lastUseAt + STAFF_IDLE_MS, staff.endsAt),
  endTimestamp: staff.endsAt,
})

const stateOf = ({ isDisabled, factor }: store.StaffMember): Colleague['state'] => {
  if (isDisabled) return 'disabled'
  return factor === null ? 'invited' : 'active'
}

export const presentColleague = (member: store.Colleague, names: ReadonlyMap<string, string>): Colleague => ({
  staffId: member.staffId,
  personId: member.personId,
  name: member.name,
  email: member.email ?? '',
  roles: [...member.roles],
  composed: member.composed.map((roleId) => ({ roleId, name: names.get(roleId) ?? roleId })),
  state: stateOf(member),
  createTimestamp: member.createdAt,
  lastUseTimestamp: member.lastUseAt,
})
