/** Applications for offered shares in the reference model: lots and cents, straight from the rule book (`docs/rules/ipo.md` E.1). */
export type ModelSubscription = {
  readonly offering: string
  /** The listed share that a placing is of; null for new shares. */
  readonly placed: string | null
  readonly lots: bigint
  readonly lotCost: bigint
  readonly closesAt: number
  allotted: bigint
  state: 'waiting' | 'allotted' | 'delivered' | 'notAllotted' | 'cancelled' | 'withdrawn'
  paid: bigint
  /** The number of the entry that captured the price. */
  paidIn: number | null
}

export const heldInModel = ({ state, lots, lotCost }: ModelSubscription): bigint => (state === 'waiting' ? lots * lotCost : 0n)
export const isUnderWay = ({ state }: ModelSubscription): boolean => state === 'waiting' || state === 'allotted'

export type ModelLock = { readonly instrumentId: string; shares: bigint; readonly until: string }
