/** Applications for new shares in the reference model: lots and cents, worked out straight from the rule book (`docs/rules/ipo.md` E.1). */
export type ModelSubscription = {
  readonly offering: string
  readonly lots: bigint
  readonly lotCost: bigint
  readonly closesAt: number
  state: 'waiting' | 'allotted' | 'notAllotted' | 'cancelled' | 'withdrawn'
  paid: bigint
  /** The number of the entry that captured the price. */
  paidIn: number | null
}

export const heldInModel = ({ state, lots, lotCost }: ModelSubscription): bigint => (state === 'waiting' ? lots * lotCost : 0n)
export const isUnderWay = ({ state }: ModelSubscription): boolean => state === 'waiting' || state === 'allotted'
