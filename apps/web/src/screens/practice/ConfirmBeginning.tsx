import { type PracticeStanding, practice } from '@rueda/contract/practice.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { Consequences, GoesOn } from './Consequences.tsx'

type ConfirmProps = Readonly<{ open: boolean; standing: PracticeStanding; onClose: () => void }>

/** The last look before it: the same figures, what it costs, and that it cannot be undone. */
export function ConfirmBeginning({ open, standing, onClose }: ConfirmProps) {
  const t = useText('practice')
  const { text } = useUi()
  const begin = useCall(practice.begin, {
    onDone: () => {
      onClose()
      void toast(t('done'))
    },
  })
  return (
    <Sheet open={open} onClose={onClose} title={t('askQ')} pending={begin.pending}>
      <div className="flex flex-col gap-3">
        <Consequences standing={standing} />
        <p className="text-label font-normal text-text2">{t('costs')}</p>
        <p className="text-meta text-text3">{t('stays')}</p>
        <GoesOn />
        <FormError error={begin.error} />
        <div className="flex flex-col gap-2">
          <Button tone="danger" size="large" wide busy={begin.pending} onPress={() => void begin.run({})}>
            {t('do')}
          </Button>
          <Button tone="secondary" wide disabled={begin.pending} onPress={onClose}>
            {text.cancel}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
