import { security } from '@rueda/contract/security.ts'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/text/numbers.ts'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

type RecoveryRowProps = Readonly<{ left: number; onCodes: (codes: readonly string[]) => void }>

/** The number of codes left, and the way to renew them. */
export function RecoveryRow({ left, onCodes }: RecoveryRowProps) {
  const t = useText('security')
  const { language } = useUi()
  const sayFailure = useSayFailure()
  const [asked, setAsked] = useState(false)
  const renew = useCall(security.renewRecoveryCodes, {
    onDone: ({ recoveryCodes }) => {
      setAsked(false)
      onCodes(recoveryCodes)
    },
    onError: (error) => {
      setAsked(false)
      sayFailure(error)
    },
  })
  return (
    <>
      <ListRow
        icon={LifeBuoy}
        label={t('recovery.title')}
        detail={t('recovery.left', { num: formatNumber(language, String(left), { least: 0, most: 0 }) })}
        trailing={t('recovery.renew')}
        onPress={() => setAsked(true)}
      />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('recovery.renewQ')}
        consequence={t('recovery.renewWhy')}
        confirm={t('recovery.renew')}
        tone="primary"
        pending={renew.pending}
        onConfirm={() => void renew.run({})}
      />
    </>
  )
}
