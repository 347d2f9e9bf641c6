import { z } from 'zod'
import { isWhole } from './SecondFactorField.tsx'

export const typedFactor = z.object({ kind: z.enum(['totp', 'recoveryCode']), value: z.string() })

/** A second factor that can be sent: a code of the app with all its digits, or one kept for the day the app is lost. */
export const wholeFactor = typedFactor.refine(isWhole)
