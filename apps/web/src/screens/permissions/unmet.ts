import type { Permission } from '@rueda/contract/permissions.ts'
import type { Held } from './PermissionCard.tsx'

/** True if a requirement is known to be missing before the application: a refusal would cost seven days. */
export const isUnmet = (type: Permission['type'], { requirements }: Held): boolean =>
  type === 'blockTrade' && !(isOldEnough(requirements) && ownsEnough(requirements))

export const isOldEnough = ({ accountDays, accountDaysNeeded }: Held['requirements']): boolean => accountDays >= accountDaysNeeded

/** Amounts on the wire have the digits of their currency, so that their cents compare as whole numbers. */
export const ownsEnough = ({ assets, assetsNeeded, institution }: Held['requirements']): boolean =>
  institution === 1 || cents(assets) >= cents(assetsNeeded)

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
