import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Download as DownloadIcon, type LucideIcon, Share, SquarePlus, Check } from 'lucide-react'
import { useMedia } from '../../shared/device/appearance.ts'
import { useInstall } from '../../shared/device/install-prompt.ts'
import { QrCode } from '../../shared/pictures/QrCode.tsx'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** Route `pages/download/index`: puts the app beside the others of a device. There is no file to load; the browser installs what it shows. */
export function Download() {
  const t = useText('settings')
  const titles = useText('titles')
  const version = useQuery(query(accounts.appVersion, {}))
  const isInstalled = useMedia('(display-mode: standalone)')
  const install = useInstall()
  const { data } = version
  return (
    <Screen title={titles('download')}>
      <div className="flex flex-col items-center gap-2 pt-2 text-center">
        <img src="./icon.svg" alt="" width={72} height={72} />
        <p className="text-title">Rueda</p>
        {data === undefined ? null : (
          <p className="num text-label font-normal text-text2">{t('download.version', { version: data.version })}</p>
        )}
        {data === undefined || data.notes === '' ? null : <p className="text-label font-normal">{data.notes}</p>}
      </div>
      {isInstalled ? <InlineMessage tone="up">{t('download.installed')}</InlineMessage> : null}
      {install === null ? null : (
        <Button size="large" wide onPress={() => void install()}>
          <DownloadIcon aria-hidden size={20} /> {t('download.install')}
        </Button>
      )}
      <p className="text-label font-normal text-text2">{t('download.why')}</p>
      {isInstalled ? null : <Steps />}
    </Screen>
  )
}

const TOUCH = '(pointer: coarse)'
/** A tablet of Apple's calls itself a Mac, and has a touch screen all the same. */
const APPLE = /iPhone|iPad|iPod|Macintosh/u

/** How it is done here: on the device in hand, and from a computer on the telephone. */
function Steps() {
  const isTouched = useMedia(TOUCH)
  if (!isTouched) return <OnTheTelephone />
  return APPLE.test(navigator.userAgent) ? <AppleSteps /> : <AndroidSteps />
}

function OnTheTelephone() {
  const t = useText('settings')
  const address = window.location.origin
  return (
    <>
      <Card title={t('download.telephone')}>
        <div className="flex flex-col items-center gap-3 pt-1">
          <QrCode value={`${address}/#/pages/download/index`} label={t('download.telephone')} />
          <p className="text-center text-meta break-all text-text2">{address}</p>
          <CopyButton value={address} label={t('download.address')} />
        </div>
      </Card>
      <AppleSteps />
      <AndroidSteps />
    </>
  )
}

function AppleSteps() {
  const t = useText('settings')
  return (
    <Card title={t('download.apple')}>
      <NumberedSteps
        steps={[
          [Share, t('download.apple.share')],
          [SquarePlus, t('download.apple.add')],
          [Check, t('download.apple.confirm')],
        ]}
      />
    </Card>
  )
}

function AndroidSteps() {
  const t = useText('settings')
  return (
    <Card title={t('download.android')}>
      <NumberedSteps
        steps={[
          [EllipsisVertical, t('download.android.menu')],
          [SquarePlus, t('download.android.add')],
          [Check, t('download.android.confirm')],
        ]}
      />
    </Card>
  )
}

/** Steps with the sign that stands on the button they speak of. */
function NumberedSteps({ steps }: Readonly<{ steps: readonly (readonly [LucideIcon, string])[] }>) {
  return (
    <ol className="flex flex-col gap-3 pt-1">
      {steps.map(([Icon, words], at) => (
        <li key={words} className="flex items-center gap-3">
          <span className="flex size-11 flex-none items-center justify-center rounded-control bg-s2 text-accent">
            <Icon aria-hidden size={22} strokeWidth={1.75} />
          </span>
          <p className="min-w-0 text-label font-normal">
            <span className="num text-text3">{at + 1}.</span> {words}
          </p>
        </li>
      ))}
    </ol>
  )
}
