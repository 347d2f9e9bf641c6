import { type Loan, type LoanStatus, type Pledge, type Repayment } from '@rueda/rules/loans/loan.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Listed, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type LoanRecord, type PledgeRecord, type RepaymentRecord, readLoan, readPledge, readRepayment } from './records.ts'

/** The customer's own loan; somebody else's reads as a missing one. */
export async function ownLoan(reader: Reader, accountId: string, id: string): Promise<Loan | null> {
  const { rows } = await reader.query<LoanRecord>('select * from loans where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readLoan(rows[0])
}

export async function ownRepayment(reader: Reader, accountId: string, id: string): Promise<Repayment | null> {
  const { rows } = await reader.query<RepaymentRecord>('select * from loan_repayments where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readRepayment(rows[0])
}

export type LoanFilter = Readonly<{ id: string | null; statuses: readonly LoanStatus[]; limit: number; offset: number }>

export async function loansOf(reader: Reader, accountId: string, { id, statuses, limit, offset }: LoanFilter): Promise<Listed<Loan>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and status = any ($3)'
  const values = [accountId, id, statuses]
  const page = { table: 'loans', where, values, order: 'applied_at desc, id desc', limit, offset }
  return mapListed(await readPage<LoanRecord>(reader, page), readLoan)
}

export type Beside = Readonly<{ repayments: readonly Repayment[]; pledges: readonly Pledge[] }>

/** Repayments, the newest first, and collateral of loans of one customer. */
export async function besideLoans(reader: Reader, accountId: string, ids: readonly string[]): Promise<Beside> {
  const repayments = await reader.query<RepaymentRecord>(
    'select * from loan_repayments where account_id = $1 and loan_id = any($2::uuid[]) order by requested_at desc, id desc',
    [accountId, ids],
  )
  const pledges = await pledgesIn(reader, accountId, ids)
  return { repayments: repayments.rows.map(readRepayment), pledges }
}

export async function pledgesIn(reader: Reader, accountId: string, loanIds: readonly string[]): Promise<readonly Pledge[]> {
  const { rows } = await reader.query<PledgeRecord>(
    'select * from loan_pledges where account_id = $1 and loan_id = any($2::uuid[]) order by kind, id',
    [accountId, loanIds],
  )
  return rows.map(readPledge)
}

/** Applications that are due for the rules, the oldest first. */
export async function dueLoans(reader: Reader, now: Instant, most: number): Promise<readonly Loan[]> {
  const { rows } = await reader.query<LoanRecord>(
    `select * from loans where status = 'pending' and queued_at is null and review_at <= $1 order by review_at, account_id, id limit $2`,
    [now, most],
  )
  return rows.map(readLoan)
}

export async function dueRepayments(reader: Reader, now: Instant, most: number): Promise<readonly Repayment[]> {
  const { rows } = await reader.query<RepaymentRecord>(
    `select * from loan_repayments where status = 'pending' and queued_at is null and review_at <= $1 order by review_at, account_id, id limit $2`,
    [now, most],
  )
  return rows.map(readRepayment)
}

/** Loans with days that are over and not counted, after an account and a loan in their order. */
export async function uncountedLoans(
  reader: Reader,
  { date, after, most }: Readonly<{ date: CalendarDate; after: Pick<Loan, 'accountId' | 'id'> | null; most: number }>,
): Promise<readonly Loan[]> {
  const { rows } = await reader.query<LoanRecord>(
    `select * from loans where status in ('active', 'overdue') and counted_to < $1 and ($2::bigint is null or (account_id, id) > ($2, $3::uuid))
     order by account_id, id limit $4`,
    [date, after?.accountId ?? null, after?.id ?? null, most],
  )
  return rows.map(readLoan)
}

/** Loans that are paid out, with their collateral. */
export async function lentLoans(
  reader: Reader,
  statuses: readonly LoanStatus[],
): Promise<readonly (Loan & Readonly<{ pledges: readonly Pledge[] }>)[]> {
  const { rows } = await reader.query<LoanRecord>('select * from loans where status = any($1) order by account_id, id', [statuses])
  const pledges = await reader.query<PledgeRecord>(
    `select p.* from loan_pledges p join loans l on l.account_id = p.account_id and l.id = p.loan_id where l.status = any($1) order by p.kind, p.id`,
    [statuses],
  )
  const byLoan = Map.groupBy(pledges.rows.map(readPledge), ({ loanId }) => loanId)
  return rows.map((row) => ({ ...readLoan(row), pledges: byLoan.get(row.id) ?? [] }))
}
