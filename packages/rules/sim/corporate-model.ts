import type { ModelAccount } from './model.ts'

/** What dividends and splits should do, worked out without the rules. Whole shares, cents, ten-thousandths of a dollar. */
export type ModelDividend = { readonly gross: bigint; readonly tax: bigint; readonly payDate: string; paid: boolean }

export type ModelCorporate = {
  /** The last date the customer did anything on, and the shares held when it began. */
  date: string
  atClose: ReadonlyMap<string, bigint>
  readonly dividends: Map<string, ModelDividend>
}

export const newModelCorporate = (): ModelCorporate => ({ date: '', atClose: new Map(), dividends: new Map() })

/** Remembers what is held when a date begins. */
export function beginDate({ corporate, shares }: ModelAccount, date: string): void {
  if (corporate.date === date) return
  corporate.date = date
  corporate.atClose = new Map(shares)
}

const halfUp = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/** Thirty per cent are withheld. */
export function entitleModel(
  { corporate }: ModelAccount,
  dividend: Readonly<{ id: string; instrumentId: string; amount: bigint; payDate: string }>,
): void {
  const gross = halfUp((corporate.atClose.get(dividend.instrumentId) ?? 0n) * dividend.amount, 100n)
  if (gross === 0n || corporate.dividends.has(dividend.id)) return
  corporate.dividends.set(dividend.id, { gross, tax: halfUp(gross * 30n, 100n), payDate: dividend.payDate, paid: false })
}

export function payModel(account: ModelAccount, dividend: ModelDividend): void {
  if (dividend.paid) return
  dividend.paid = true
  account.cash += dividend.gross - dividend.tax
}

type ModelSplit = Readonly<{ instrumentId: string; newShares: bigint; oldShares: bigint; priorClose: bigint }>

/** After the orders in old shares have ended. Answers with whether anything was left of a share. */
export function splitModel(account: ModelAccount, { instrumentId, newShares, oldShares, priorClose }: ModelSplit): boolean {
  const before = account.shares.get(instrumentId) ?? 0n
  if (before === 0n) return false
  const after = (before * newShares) / oldShares
  const left = before * newShares - after * oldShares
  const cost = account.cost.get(instrumentId) ?? 0n
  const costOut = after === 0n ? cost : halfUp(cost * left, before * newShares)
  account.shares.set(instrumentId, after)
  account.cost.set(instrumentId, cost - costOut)
  account.cash += halfUp(priorClose * left, newShares * 100n)
  return left > 0n
}
