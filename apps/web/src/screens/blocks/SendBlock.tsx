import { blocks } from '@rueda/contract/blocks.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { BLOCK_WALLET, missingFor, useAvailable } from './BlockCost.tsx'
import type { Placed } from './BlockSheet.tsx'

type SendBlockProps = Readonly<{
  input: InputOf<typeof blocks.create>
  side: 'buy' | 'sell'
  total: string
  currency: string
  onDone: (placed: Placed) => void
}>

/** The hold that sends a block; where money is missing, the way to it. */
export function SendBlock({ input, side, total, currency, onDone }: SendBlockProps) {
  const t = useText('blocks')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const here = useReturn()
  const sending = useCall(blocks.create, { onDone })
  const missing = missingFor(useAvailable(), { side, total })
  if (missing !== null)
    return (
      <Button
        tone="secondary"
        size="large"
        wide
        href={hrefTo('pages/profile/transfer', { to: BLOCK_WALLET, amount: missing, return: here })}
      >
        {t('short', { num: formatMoney(language, missing, currency) })}
      </Button>
    )
  return (
    <>
      <FormError error={sending.error} />
      <ConfirmHold
        tone={side}
        label={offline ? text.offline : common(side === 'buy' ? 'c.holdBuy' : 'c.holdSell')}
        tapLabel={common(side === 'buy' ? 'act.buy' : 'act.sell')}
        pending={sending.pending}
        disabled={offline}
        onConfirm={() => void sending.run(input)}
      />
    </>
  )
}
