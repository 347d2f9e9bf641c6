import { countedDateAt, loanDateAt } from '@rueda/rules/loans/accrue.ts'
import { passDays, watchCover } from '@rueda/rules/loans/default.ts'
import type { Loan } from '@rueda/rules/loans/loan.ts'
import { pledgesOf } from '@rueda/rules/loans/records.ts'
import { ok } from '@rueda/rules/result.ts'
import { type CalendarDate, SECOND_MS } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Deciding, FullApp } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import type { Job } from '../../jobs/repeat.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { type Refs, coverNow, readsOf, refsOf } from './collateral.ts'
import { lentLoans, pledgesIn, uncountedLoans } from './store.ts'
import { workOffLoan } from './work-off.ts'

const LOOK_EVERY_MS = 15 * SECOND_MS
const MAX_AT_ONCE = 200

/**
 * Counts days that are over (00:05 UTC, and whatever was missed while the server was down), looks whether loans are covered, and pays those in
 * default. Each loan is decided under its account's version, so that this may run twice; one that fails does not keep the others.
 */
export const loanJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: LOOK_EVERY_MS,
    atOnce: true,
    work: async () => {
      await countDays(app)
      await watchLoans(app)
      await workOffLoans(app)
    },
    failed: 'the loans could not be looked at and are tried again',
  },
]

type Running = Pick<FullApp, 'pool' | 'clock' | 'commands' | 'log' | 'venue' | 'navs' | 'ids'>

const guarded = async ({ log }: Pick<FullApp, 'log'>, { id }: Pick<Loan, 'id'>, work: () => Promise<unknown>): Promise<void> => {
  await work().catch((error: unknown) => log.error({ err: error, id }, 'a loan could not be looked at and is tried again'))
}

async function countDays(app: Running): Promise<void> {
  const date = countedDateAt(app.clock.now())
  let after: Loan | null = null
  for (;;) {
    const due: readonly Loan[] = await uncountedLoans(app.pool, { date, after, most: MAX_AT_ONCE })
    for (const loan of due)
      await guarded(app, loan, async () => {
        const { accountId, id: loanId } = loan
        const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
        const wallet = await pendingWallet(app, loan)
        taken(await app.commands.run(countingDays, { accountId, idempotency: null, arguments: { loanId, date, refs, wallet } }))
      })
    after = due.at(-1) ?? null
    if (due.length < MAX_AT_ONCE) return
  }
}

/** A repayment that waits is taken before a default, from the wallet it is on hold in. */
async function pendingWallet({ pool }: Running, { accountId, id }: Loan): Promise<WalletType | null> {
  const { rows } = await pool.query<{ wallet: WalletType }>(
    `select wallet from loan_repayments where account_id = $1 and loan_id = $2 and status = 'pending'`,
    [accountId, id],
  )
  return rows[0]?.wallet ?? null
}

type Counting = Readonly<{ loanId: string; date: CalendarDate; refs: Refs; wallet: WalletType | null }>

export const countingDays = commandKind({
  name: 'loans.countDays',
  reads: ({ refs, wallet }: Counting) => readsOf(refs, wallet),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { loanId, date }, state, now) =>
    ok({ outcome: passDays(state, { loanId, today: date, valueDate: houseDate(venue) }, now), data: true }),
})

async function watchLoans(app: Running): Promise<void> {
  for (const loan of await lentLoans(app.pool, ['active', 'overdue']))
    await guarded(app, loan, async () => {
      const { accountId, id: loanId, pledges } = loan
      const given = { loanId, refs: refsOf(pledges), wallet: await pendingWallet(app, loan) }
      taken(await app.commands.run(watchingLoan, { accountId, idempotency: null, arguments: given }))
    })
}

type Watching = Readonly<{ loanId: string; refs: Refs; wallet: WalletType | null }>

export const watchingLoan = commandKind({
  name: 'loans.watch',
  reads: ({ refs, wallet }: Watching) => readsOf(refs, wallet),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { loanId }, state, now) => {
    const cover = coverNow(app, state, pledgesOf(state, loanId))
    const dates = { today: loanDateAt(now), valueDate: houseDate(app.venue) }
    return ok({ outcome: watchCover(state, { loanId, cover, ...dates }, now), data: true })
  },
})

async function workOffLoans(app: Running): Promise<void> {
  for (const loan of await lentLoans(app.pool, ['selling'])) await guarded(app, loan, () => workOffLoan(app, loan))
}
