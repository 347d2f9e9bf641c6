import { firstLimits } from '../terms/limits.ts'
import { channelOf } from './channel.ts'
import type { Deposit } from './deposit.ts'

/** What stood against crediting a line without a person, and what a person should look at first. */
export const depositDoubts = ['SHORTFALL', 'UNANNOUNCED', 'OTHER_AMOUNT', 'ABOVE_LIMIT', 'NO_PROOF', 'PROOF_SEEN', 'NO_RATE'] as const
export type DepositDoubt = (typeof depositDoubts)[number]

/** `dollars` in cents at the market's mid, null where the market has none; `automaticUpTo` as it was when the deposit began. */
type Known = Readonly<{ dollars: bigint | null; automaticUpTo?: bigint; isProofSeenBefore: boolean }>

export function doubtsAboutDeposit(
  { announced, arrival, channel, proof, shortfall }: Pick<Deposit, 'announced' | 'arrival' | 'channel' | 'proof' | 'shortfall'>,
  { dollars, automaticUpTo = firstLimits.depositAutomatic, isProofSeenBefore }: Known,
): readonly DepositDoubt[] {
  const { rail } = channelOf(channel)
  const found: Readonly<Record<DepositDoubt, boolean>> = {
    // It was credited, taken back by the bank, and no longer all there.
    SHORTFALL: shortfall > 0n,
    UNANNOUNCED: announced === null,
    OTHER_AMOUNT: announced !== null && arrival !== null && announced !== arrival.amount,
    ABOVE_LIMIT: rail.kind === 'bank' && dollars !== null && dollars > (rail.isByRule ? automaticUpTo : 0n),
    NO_PROOF: proof === null,
    PROOF_SEEN: isProofSeenBefore,
    NO_RATE: dollars === null,
  }
  return depositDoubts.filter((doubt) => found[doubt])
}
