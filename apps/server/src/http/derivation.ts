import type { DerivationData } from '@rueda/contract/derivation.ts'
import type { Derivation } from '@rueda/rules/figures/derivation.ts'
import { linesOf } from '@rueda/rules/figures/lines.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'

/** How a figure came about, as it is answered; a figure that does not exist, such as a return where nothing was invested, is not found. */
export const explained = (derivation: Derivation | null, now: Instant): Result<DerivationData> =>
  derivation === null ? refuse('object.not_found', { field: 'figure' }) : ok({ lines: linesOf(derivation), asOfTimestamp: now })
