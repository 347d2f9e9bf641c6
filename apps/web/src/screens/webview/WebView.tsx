import { Button } from '@rueda/ui/actions/Button.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { CircleSlash, Ellipsis, ExternalLink, Link, Unlink } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { outsideAddress } from '../../shared/pages/outside.ts'
import { usePublished } from '../../shared/server/published.ts'
import { useText } from '../../shared/text/text.ts'
import { Framed } from './Framed.tsx'

/** Route `pages/webview/index`: a page of somebody else's. In a frame where the operator allows its host, and else a word before leaving. */
export function WebView() {
  const t = useText('webview')
  const titles = useText('titles')
  const { url, title } = useQueryOfPage()
  const hosts = usePublished()?.framedHosts ?? []
  const address = outsideAddress(url)
  const heading = title === undefined || title.trim() === '' ? titles('webPage') : title
  if (address === null)
    return (
      <Screen title={heading}>
        <EmptyState icon={Unlink} text={t('missing')} action={<Button href={hrefTo('')}>{t('home')}</Button>} />
      </Screen>
    )
  return (
    <Screen title={heading} subtitle={address.host} actions={<Actions address={address} />}>
      {hosts.includes(address.host) ? (
        <Framed key={address.href} address={address} title={heading} blocked={<Blocked address={address} />} />
      ) : (
        <Leaving address={address} />
      )}
    </Screen>
  )
}

type Addressed = Readonly<{ address: URL }>

/** Says where it goes before anybody goes there. */
function Leaving({ address }: Addressed) {
  const t = useText('webview')
  return (
    <EmptyState
      icon={ExternalLink}
      title={t('leave')}
      text={
        <>
          {t('leaveTo')}
          <br />
          <span className="font-semibold text-text1">{address.host}</span>
        </>
      }
      action={<OpenButton address={address} />}
    />
  )
}

function Blocked({ address }: Addressed) {
  const t = useText('webview')
  return <EmptyState icon={CircleSlash} title={address.host} text={t('blocked')} action={<OpenButton address={address} />} />
}

/** Neither page learns of the other: no opener, no referrer. */
const openOutside = ({ href }: URL): void => void window.open(href, '_blank', 'noopener,noreferrer')

function OpenButton({ address }: Addressed) {
  const t = useText('webview')
  return <Button onPress={() => openOutside(address)}>{t('open')}</Button>
}

function Actions({ address }: Addressed) {
  const t = useText('webview')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const copy = async (): Promise<void> => {
    close()
    try {
      await navigator.clipboard.writeText(address.href)
      void toast(t('copied'))
    } catch {
      void toast(t('notCopied'), 'error')
    }
  }
  const leave = (): void => {
    close()
    openOutside(address)
  }
  return (
    <>
      <IconButton icon={Ellipsis} label={t('menu')} onPress={() => setOpen(true)} />
      <Sheet open={open} onClose={close} title={address.host}>
        <div className="divide-y divide-line">
          <ListRow icon={ExternalLink} label={t('open')} onPress={leave} />
          <ListRow icon={Link} label={t('copy')} onPress={() => void copy()} />
        </div>
      </Sheet>
    </>
  )
}
