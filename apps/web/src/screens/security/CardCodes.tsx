import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

/** Switches the mailed code for saving a money destination on or off; switching it off pauses money, which is said before. */
export function CardCodes({ isOn }: Readonly<{ isOn: boolean }>) {
  const t = useText('security')
  const { span, isNone } = useCoolingOff()
  const sayFailure = useSayFailure()
  const [asked, setAsked] = useState(false)
  const change = useCall(security.setCardCodes, {
    onDone: ({ cardCodes }) => {
      setAsked(false)
      void toast(t(cardCodes === 1 ? 'cardCodes.done' : 'cardCodes.undone'))
    },
    onError: (error) => {
      setAsked(false)
      sayFailure(error)
    },
  })
  return (
    <section className="flex flex-col gap-3 pt-3">
      <h2 className="text-title">{t('cardCodes.title')}</h2>
      <p className="text-label font-normal text-text2">{t('cardCodes.why')}</p>
      <Button tone="secondary" size="large" wide busy={change.pending} onPress={() => (isOn ? setAsked(true) : void change.run({ on: 1 }))}>
        {t(isOn ? 'cardCodes.end' : 'cardCodes.begin')}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('cardCodes.removeQ')}
        consequence={isNone ? t('cardCodes.removeWhy.plain') : t('cardCodes.removeWhy', { span })}
        confirm={t('cardCodes.end')}
        pending={change.pending}
        onConfirm={() => void change.run({ on: 0 })}
      />
    </section>
  )
}
