import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { CalendarCheck, Eye, FileSearch, KeyRound, Landmark, Scale, ScrollText, Timer } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useKept } from '../../shared/trust/use-kept.ts'
import { AccountCheck } from './AccountCheck.tsx'
import { ClaimRow } from './ClaimRow.tsx'
import { Levers } from './Levers.tsx'
import { Receipts } from './Receipts.tsx'
import { Witnesses } from './Witnesses.tsx'
import { claimNames, isOfAccount } from './claims.ts'

const notClaimed = ['future', 'stop', 'others', 'database', 'money', 'page'] as const

/** As others read it, in a window of its own: it is no page of the app, and has no way back. */
const openLog = (): void => void window.open('/trust/log/checkpoint', '_blank', 'noopener,noreferrer')

/** Route `pages/trust/index`: what can be checked here, what this device found, and what nobody here claims. */
export function Trust() {
  const t = useText('trust')
  const titles = useText('titles')
  const signedIn = useSignedIn()
  const { accepted: accepts, log } = useKept()
  const [accepted] = accepts
  return (
    <Screen title={titles('trust')}>
      <p className="text-row font-normal text-text2">{t('intro')}</p>
      {accepted === undefined ? null : (
        <InlineMessage tone="warn">{t('accepted', { acceptedAt: formatDateTime(accepted.acceptedAt) })}</InlineMessage>
      )}
      <Card rows title={t('claims')}>
        {claimNames
          .filter((name) => signedIn || !isOfAccount(name))
          .map((name) => (
            <ClaimRow key={name} name={name} />
          ))}
      </Card>
      <Witnesses />
      {signedIn ? <Receipts /> : null}
      <AccountCheck />
      <Card title={t('not')}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-label font-normal text-text2">
          {notClaimed.map((name) => (
            <li key={name}>{t(`not.${name}`)}</li>
          ))}
        </ul>
      </Card>
      <Levers />
      <Card rows title={t('more')}>
        <ListRow icon={CalendarCheck} label={titles('marketDays')} detail={t('more.days')} href={hrefTo('pages/trust/days')} />
        <ListRow icon={Landmark} label={titles('liabilities')} detail={t('more.liabilities')} href={hrefTo('pages/trust/liabilities')} />
        <ListRow icon={Eye} label={titles('powers')} detail={t('more.powers')} href={hrefTo('pages/trust/powers')} />
        <ListRow icon={Timer} label={titles('withdrawalClock')} detail={t('more.clock')} href={hrefTo('pages/trust/withdrawals')} />
        <ListRow icon={Scale} label={titles('newStocks')} detail={t('more.draws')} href={hrefTo('pages/product/newstock')} />
        <ListRow icon={ScrollText} label={t('more.log')} detail={t('more.logText')} onPress={openLog} />
        <ListRow icon={FileSearch} label={t('more.verifier')} detail={t('more.verifierText')} href="/verifier.html" />
        {log === null ? null : (
          <ListRow
            icon={KeyRound}
            label={t('more.keys')}
            detail={t('more.keysText')}
            trailing={<CopyButton value={[...log.keys, ...(log.receiptKeys ?? [])].join('\n')} label={t('more.keys')} />}
          />
        )}
      </Card>
    </Screen>
  )
}
