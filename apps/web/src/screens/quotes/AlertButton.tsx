import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useGo, useReturn } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useAlertsOf } from '../../shared/alerts/use-alerts-of.ts'
import { NewAlert } from '../../shared/quotes/NewAlert.tsx'

/** The bell beside a price: the number of its alerts, and the form for another. A guest signs in first. */
export function AlertButton({ quote }: { quote: Quote }) {
  const t = useText('alerts')
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  const [open, setOpen] = useState(false)
  const waiting = useAlertsOf(quote).length
  return (
    <>
      <IconButton
        icon={waiting > 0 ? BellRing : Bell}
        count={waiting}
        label={waiting > 0 ? t('armed', { count: waiting, num: String(waiting) }) : t('new')}
        onPress={signedIn ? () => setOpen(true) : () => go('pages/auth/login', { return: here })}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={`${t('new')} · ${quote.stock_code}`}>
        {waiting > 0 ? (
          <TextLink ownLine href={hrefTo('pages/alert/index')}>
            {t('armed', { count: waiting, num: String(waiting) })}
          </TextLink>
        ) : null}
        <NewAlert quote={quote} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
