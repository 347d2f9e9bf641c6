import type { blocks } from '@rueda/contract/blocks.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useReturn } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { useTransferFirst } from '../../shared/wallets/use-transfer-first.ts'
import type { BlockSending } from './use-send-block.ts'

type SendBlockProps = Readonly<{
  input: InputOf<typeof blocks.create>
  side: 'buy' | 'sell'
}> &
  BlockSending

/** The hold that sends a block; where money is missing, the way to it. */
export function SendBlock({ input, side, sending, power }: SendBlockProps) {
  const common = useText('common')
  const { offline, text } = useUi()
  const { blocker, offer } = useTransferFirst(power, useReturn())
  return (
    <>
      <ExchangeNote offer={offer} />
      <FormError error={sending.error} />
      <BlockerButton blockers={[blocker]}>
        <ConfirmHold
          tone={side}
          label={offline ? text.offline : common(side === 'buy' ? 'c.holdBuy' : 'c.holdSell')}
          tapLabel={common(side === 'buy' ? 'act.buy' : 'act.sell')}
          pending={sending.pending}
          disabled={offline}
          onConfirm={() => void sending.run(input)}
        />
      </BlockerButton>
    </>
  )
}
