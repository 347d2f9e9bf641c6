import type { PasswordHashing } from './features/accounts/hashing.ts'
import type { Notices } from './features/broadcasts/notices.ts'
import type { AgencyBook } from './features/follow/agency-book.ts'
import type { FeeBook } from './features/fees/book.ts'
import type { NavHistory } from './features/funds/nav-history.ts'
import type { IntegrityRuns } from './features/integrity/verify/runs.ts'
import type { KycPort } from './features/kyc/port.ts'
import type { Offerings } from './features/offerings/offerings.ts'
import type { KillSwitches } from './features/switches/kill-switches.ts'
import type { Agreed } from './features/agreements/accepted.ts'
import type { Beacon } from './beacon/beacon.ts'
import type { TermsBook } from './features/terms/book.ts'
import type { EdgeParts } from './http/edge.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Receipts } from './trust-log/receipts.ts'
import type { TrustLog } from './trust-log/log.ts'
import type { Witnesses } from './trust-log/witnesses.ts'
import type { InputChains } from './venue/input-chains.ts'
import type { InTurn } from './turns.ts'
import type { Commands } from './write-path/commands.ts'

/** The running server as its features see it: the infrastructure, and the parts that one feature keeps for the others. */
export type App = Infrastructure &
  Readonly<{
    commands: Commands<Deciding>
    /** The turns of this process: for an account that another one writes, they are not the only ones. */
    inTurn: InTurn
    hashing: PasswordHashing
    switches: KillSwitches
    offerings: Offerings
    terms: TermsBook
    fees: FeeBook
    notices: Notices
    integrity: IntegrityRuns
    navs: NavHistory
    agencies: AgencyBook
    kycPort: KycPort
    beacon: Beacon
    /** The public log of what the house said. */
    trustLog: TrustLog
    witnesses: Witnesses
    /** The house's signed word on every command. */
    receipts: Receipts
    /** The chains of what reached the market's engines. */
    inputs: InputChains
    /** Whether an account has accepted the terms in force; acts whose input says all are asked at the gate. */
    hasAgreed: Agreed
  }>

/** The same with the parts of the HTTP edge. */
export type FullApp = App & EdgeParts

/** What a decision may know besides its command's arguments and the account: all of it is there wherever commands are decided. */
export type Deciding = Pick<
  FullApp,
  'venue' | 'settings' | 'switches' | 'offerings' | 'terms' | 'fees' | 'navs' | 'agencies' | 'ids' | 'random' | 'vault'
>
