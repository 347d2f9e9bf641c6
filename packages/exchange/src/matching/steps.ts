import type { Instant } from '@rueda/rules/time.ts'

/**
 * The one clock of matching (`docs/rules/matching.md` P.40): what moves by itself moves at these moments and at no other, so that a beat
 * that comes late changes no execution.
 */
export const STEP_MS = 250

/** The last step up to a moment. */
export const stepAt = (moment: Instant): Instant => Math.floor(moment / STEP_MS) * STEP_MS

/** The first step from a moment on. */
export const stepFrom = (moment: Instant): Instant => Math.ceil(moment / STEP_MS) * STEP_MS
