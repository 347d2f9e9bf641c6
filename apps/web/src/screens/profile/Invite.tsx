import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { QrCode } from '../../shared/pictures/QrCode.tsx'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'

type Invitation = DataOf<typeof accounts.invite>

/** Route `pages/profile/share`: the customer's own code, and the terms in full. Nothing is counted and nobody is ranked. */
export function Invite() {
  const titles = useText('titles')
  const t = useText('invite')
  const read = useQuery(query(accounts.invite, {}))
  return (
    <Screen title={titles('invite')}>
      <SwitchedOff name="invitations" />
      <p className="text-label font-normal text-text2">{t('why')}</p>
      <Loaded query={read} reason={whyFailed}>
        {(invitation) => (
          <>
            <CodeCard invitation={invitation} />
            <Terms rules={invitation.rules} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function CodeCard({ invitation: { inviteCode, link } }: Readonly<{ invitation: Invitation }>) {
  const t = useText('invite')
  const common = useText('common')
  // A server that does not know its own name sends a path alone; the host is the page's own.
  const whole = link.startsWith('/') ? `${window.location.origin}${link}` : link
  return (
    <Card label={t('code')}>
      <div className="flex flex-col items-center gap-3">
        <p className="text-meta text-text3">{t('code')}</p>
        <p className="font-mono text-[32px] leading-tight">{inviteCode}</p>
        <CopyButton value={inviteCode} label={t('code')} />
        <QrCode value={whole} label={`${t('link')}: ${whole}`} />
        <p className="text-center text-meta break-words text-text2">{whole}</p>
        <div className="flex items-center gap-4">
          <CopyButton value={whole} label={t('link')} />
          {'share' in navigator ? (
            <Button tone="ghost" onPress={() => void navigator.share({ title: 'Rueda', url: whole }).catch(() => undefined)}>
              <Share2 aria-hidden size={16} /> {common('act.share')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

function Terms({ rules }: Readonly<{ rules: Invitation['rules'] }>) {
  const t = useText('invite')
  const { language } = useUi()
  const figures = {
    // Terms are whole numbers: "20 %", not "20,00 %".
    percent: formatNumber(language, `${rules.percent}e-2`, { style: 'percent', most: 2 }),
    days: String(rules.days),
    cap: formatMoney(language, rules.cap, rules.currency),
  }
  return (
    <Card title={t('terms')}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-label font-normal text-text2">
        <li>{t('terms.share', figures)}</li>
        <li>{t('terms.cap', figures)}</li>
        <li>{t('terms.identity')}</li>
        <li>{t('terms.device')}</li>
        <li>{t('terms.never')}</li>
        <li>{t('terms.levels')}</li>
      </ul>
    </Card>
  )
}
