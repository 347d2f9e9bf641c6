import { type Refusal, refuse } from '../result.ts'
import { caseKinds, casePowers } from './cases.ts'
import { type PowerName, isEverybodys, powerNames, powerOf } from './powers.ts'
import { staffRoles } from './roles.ts'

/**
 * Roles that a house composes from powers of the register (`docs/rules/back-office.md`). What the roles of every house keep apart stays
 * apart in a composed one too: it makes jobs smaller and never joins two.
 */

/** Powers that administrators alone have stay theirs; everybody's come with every role and are not chosen. */
const isComposable = (name: PowerName): boolean => !isEverybodys(name) && powerOf(name).roles.some((role) => role !== 'admin')
export const composablePowers: readonly PowerName[] = powerNames.filter(isComposable)

/** Two powers to change something, of jobs that no role joins. Looking is kept apart from nothing. */
export const areKeptApart = (one: PowerName, other: PowerName): boolean =>
  powerOf(one).kind === 'act' &&
  powerOf(other).kind === 'act' &&
  !staffRoles.some((role) => powerOf(one).roles.includes(role) && powerOf(other).roles.includes(role))

/** The powers without which a power is of no use: nobody decides a case that they cannot claim and look at. */
export const neededFor = (name: PowerName): readonly PowerName[] => {
  if (name === 'cases.claim') return ['cases.see']
  const kinds = caseKinds.filter((kind) => casePowers[kind].decide.includes(name))
  return kinds.length === 0 ? [] : ['cases.see', 'cases.claim', ...kinds.map((kind) => casePowers[kind].see)]
}

/** In the order of the register, each once. */
export const inOrder = (powers: readonly PowerName[]): readonly PowerName[] => powerNames.filter((name) => powers.includes(name))

type PowerChanges = Readonly<{ gained: readonly PowerName[]; lost: readonly PowerName[] }>

/** The powers that holders of a role gain and lose from one version to another. */
export const powerChanges = (before: readonly PowerName[], after: readonly PowerName[]): PowerChanges => ({
  gained: after.filter((power) => !before.includes(power)),
  lost: before.filter((power) => !after.includes(power)),
})

/** Null where these powers can be one role. */
export function checkComposed(powers: readonly PowerName[]): Refusal | null {
  if (powers.length === 0 || new Set(powers).size !== powers.length) return refuse('parameter.invalid', { field: 'powers' })
  for (const power of powers) {
    if (!isComposable(power)) return refuse('role.power_reserved', { power })
    const other = powers.find((each) => areKeptApart(power, each))
    if (other !== undefined) return refuse('role.kept_apart', { power, other })
    const needs = neededFor(power).find((each) => !powers.includes(each))
    if (needs !== undefined) return refuse('role.power_needs', { power, needs })
  }
  return null
}

/** Two names that differ in case or in spaces are one name, and a role of every house keeps its own. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
