import { frameHash } from '@rueda/proof/command.ts'
import type { Receipts } from '../trust-log/receipts.ts'
import type { PushHub } from './hub.ts'

/**
 * The house's signed word on frames that told of executions and money (`docs/rules/proof.md` P.22). It follows them on a channel of its own, so
 * that no frame waits for a signature; those of one commit are signed at once.
 */
export type ToldFrame = Readonly<{ accountId: string; channel: 'order' | 'wallet'; data: unknown }>

/** Signs for what was just published, for those accounts whose apps listen to receipts. */
export async function signFrames(
  { hub, receipts }: Readonly<{ hub: PushHub; receipts: Receipts }>,
  frames: readonly ToldFrame[],
): Promise<void> {
  await Promise.all(
    frames
      .filter(({ accountId }) => hub.isListening(accountId, 'receipt'))
      .map(async ({ accountId, channel, data }) => {
        // As the reader has it: what has no value is not in the frame.
        const hash = frameHash({ channel, data: JSON.parse(JSON.stringify(data)) as unknown })
        const receipt = hash === null ? null : await receipts.of(accountId, hash)
        if (receipt !== null) hub.publish(accountId, 'receipt', { channel, receipt })
      }),
  )
}
