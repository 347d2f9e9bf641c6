import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { LostWithAccount } from '../wallets/LostWithAccount.tsx'

type PracticeLogoutProps = Readonly<{ open: boolean; onClose: () => void; onLeave: () => void }>

/** Logging out of a practice account loses it, since nobody can sign in to it again: names what is lost, and offers to keep it. */
export function PracticeLogout({ open, onClose, onLeave }: PracticeLogoutProps) {
  const t = useText('profile')
  const { text } = useUi()
  return (
    <Sheet open={open} onClose={onClose} title={t('leavePractice.title')}>
      <p className="mb-3 text-row font-normal text-text2">{t('leavePractice.why')}</p>
      {open ? <LostWithAccount /> : null}
      <div className="flex flex-col gap-2 pt-4">
        <Button size="large" wide href={keepHref}>
          {t('leavePractice.keep')}
        </Button>
        <Button tone="danger" wide onPress={onLeave}>
          {t('leavePractice.leave')}
        </Button>
        <Button tone="secondary" wide onPress={onClose}>
          {text.cancel}
        </Button>
      </div>
    </Sheet>
  )
}

export const keepHref = hrefTo('pages/auth/register', { return: '/pages/profile/index' })
