import type { TermsChange } from '@rueda/rules/terms/terms.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'

/** Withdrawals go by the wall clock, deposits by the market's: a change holds from a moment of the clock of its money. */
export const clockOf = ({ clock, wallClock }: Pick<FullApp, 'clock' | 'wallClock'>, { kind, subject }: About): Instant =>
  kind === 'withdrawalFee' || (kind === 'moneyLimit' && subject !== 'depositAutomatic') ? wallClock.now() : clock.now()

type About = Readonly<{ kind: TermsChange['kind']; subject: string }>
