import { firstLimits } from '../terms/limits.ts'
import { channelOf } from './channel.ts'
import type { Deposit } from './deposit.ts'

/** Reasons against crediting a line without a person, which that person should look at first. */
export const depositRiskFlags = ['SHORTFALL', 'UNANNOUNCED', 'OTHER_AMOUNT', 'ABOVE_LIMIT', 'NO_PROOF', 'PROOF_SEEN', 'NO_RATE'] as const
export type DepositRiskFlag = (typeof depositRiskFlags)[number]

/** `dollars` in cents at the market's mid, null where the market has none; `automaticUpTo` as it was when the deposit began. */
type Known = Readonly<{ dollars: bigint | null; automaticUpTo?: bigint; isProofSeenBefore: boolean }>

export function riskFlagsOfDeposit(
  { announced, arrival, channel, proof, shortfall }: Pick<Deposit, 'announced' | 'arrival' | 'channel' | 'proof' | 'shortfall'>,
  { dollars, automaticUpTo = firstLimits.depositAutomatic, isProofSeenBefore }: Known,
): readonly DepositRiskFlag[] {
  const { rail } = channelOf(channel)
  const found: Readonly<Record<DepositRiskFlag, boolean>> = {
    // It was credited, taken back by the bank, and no longer all there.
    SHORTFALL: shortfall > 0n,
    UNANNOUNCED: announced === null,
    OTHER_AMOUNT: announced !== null && arrival !== null && announced !== arrival.amount,
    ABOVE_LIMIT: rail.kind === 'bank' && dollars !== null && dollars > (rail.isByRule ? automaticUpTo : 0n),
    NO_PROOF: proof === null,
    PROOF_SEEN: isProofSeenBefore,
    NO_RATE: dollars === null,
  }
  return depositRiskFlags.filter((riskFlag) => found[riskFlag])
}
