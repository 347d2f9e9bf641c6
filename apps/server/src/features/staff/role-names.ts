import { textLanguages } from '@rueda/text/keys.ts'
import { nameKey } from '@rueda/rules/staff/composed.ts'
import { staffRoles } from '@rueda/rules/staff/roles.ts'
import { readTexts } from '../../texts.ts'

/** The names that the roles of every house have, in every language: a composed role that is called "Auditor" would be taken for one. */
const houseNames: ReadonlySet<string> = new Set([
  ...staffRoles.map(nameKey),
  ...textLanguages.flatMap((language) => {
    const texts = readTexts(language, 'powers')
    return staffRoles.map((role) => nameKey(texts[`role.${role}`] ?? role))
  }),
])

export const isHouseRoleName = (key: string): boolean => houseNames.has(key)
