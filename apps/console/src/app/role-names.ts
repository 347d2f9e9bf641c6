import type { PowerName } from '@rueda/rules/staff/powers.ts'
import { type StaffRole, isStaffRole } from '@rueda/rules/staff/roles.ts'
import { say } from './words.ts'

/** A role of every house in the console's words; a composed one by the name that this house gave it. */
export const roleName = (role: string): string => (isStaffRole(role) ? say(`role.${role}`) : role)

/** All roles of somebody, composed ones by their names. */
export const rolesText = (roles: readonly StaffRole[], composed: readonly string[]): string =>
  [...roles, ...composed].map(roleName).join(', ')

/** Powers in words, one after the other. */
export const powersText = (powers: readonly PowerName[]): string => powers.map((power) => say(`power.${power}`)).join(' · ')
