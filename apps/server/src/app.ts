import type { PasswordHashing } from './features/accounts/hashing.ts'
import type { Notices } from './features/broadcasts/notices.ts'
import type { IntegrityRuns } from './features/integrity/verify/runs.ts'
import type { KycPort } from './features/kyc/port.ts'
import type { KillSwitches } from './features/switches/kill-switches.ts'
import type { TermsBook } from './features/terms/book.ts'
import type { EdgeParts } from './http/edge.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The running server as its features see it: the infrastructure, and the parts that one feature keeps for the others. */
export type App = Infrastructure &
  Readonly<{
    hashing: PasswordHashing
    switches: KillSwitches
    terms: TermsBook
    notices: Notices
    integrity: IntegrityRuns
    kycPort: KycPort
  }>

/** The same with the parts of the HTTP edge. */
export type FullApp = App & EdgeParts
