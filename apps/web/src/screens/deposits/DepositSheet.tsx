import type { Deposit } from '@rueda/contract/deposits.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'
import { DepositFacts } from './DepositFacts.tsx'
import { useDeposit } from './use-deposits.ts'

type DepositSheetProps = Readonly<{ id: string | null; known: Deposit | null; onClose: () => void }>

/** One deposit in a sheet, followed while it is open. It keeps showing it while it closes. */
export function DepositSheet({ id, known, onClose }: DepositSheetProps) {
  const t = useText('deposits')
  const shown = useLastShown(id)
  return (
    <Sheet open={id !== null} onClose={onClose} title={t('detail')}>
      {shown === null ? null : <Followed key={shown} id={shown} known={known} />}
    </Sheet>
  )
}

function Followed({ id, known }: Readonly<{ id: string; known: Deposit | null }>) {
  const deposit = useDeposit(id, known)
  return deposit === null ? <SkeletonRows rows={3} height={44} /> : <DepositFacts deposit={deposit} />
}
