import { classes } from '@rueda/ui/look/classes.ts'
import { SimulatedBadge } from '@rueda/ui/pills/SimulatedBadge.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { Bell, type LucideIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import type { TabName } from '../../routes.ts'
import { useUnread } from '../../shared/messages/use-unread.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useTabAddress } from '../../shared/pages/tab-addresses.ts'
import { useSession, useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { tabIcons, useTabs } from '../tabs.ts'
import { useAccountLayout } from './account-layout.ts'
import { SkipLink } from './SkipLink.tsx'
import { arrangeDesk, useDeskLayout } from './layout.ts'

/** The destinations of the app on a desk: icons, or icons with their names. */
export function Rail({ current }: Readonly<{ current: TabName | null }>) {
  const t = useText('desk')
  const common = useText('common')
  const home = useText('home')
  const open = useDeskLayout(({ railOpen }) => railOpen)
  const tabs = useTabs()
  const addressOf = useTabAddress()
  useAccountLayout()
  return (
    <>
      <SkipLink />
      <nav
        aria-label={t('rail')}
        className={classes('flex h-full flex-none flex-col gap-1 border-r border-line bg-s1 px-2 py-3', open ? 'w-[216px]' : 'w-16')}
      >
        <a href={hrefTo('')} className="flex h-11 items-center justify-center text-title tracking-tight" aria-label={common('tab.home')}>
          {open ? 'rueda' : 'r'}
        </a>
        <Destination open={open} icon={Search} label={home('search')} href={hrefTo('pages/search/index')} hint="/" chosen={false} />
        {tabs.map((tab) => (
          <Destination
            key={tab}
            open={open}
            icon={tabIcons[tab]}
            label={common(`tab.${tab}`)}
            href={addressOf(tab)}
            chosen={tab === current}
          />
        ))}
        <span className="flex-1" />
        <Account open={open} />
        <button
          type="button"
          title={t(open ? 'rail.close' : 'rail.open')}
          aria-label={t(open ? 'rail.close' : 'rail.open')}
          aria-expanded={open}
          onClick={() => arrangeDesk({ railOpen: !open })}
          className="flex h-11 items-center justify-center rounded-control text-text3 hover:bg-s2"
        >
          {open ? <PanelLeftClose aria-hidden size={20} /> : <PanelLeftOpen aria-hidden size={20} />}
        </button>
      </nav>
    </>
  )
}

type DestinationProps = Readonly<{
  open: boolean
  icon: LucideIcon
  label: string
  href: string
  chosen: boolean
  hint?: string | undefined
  count?: number | undefined
}>

const MAX_SHOWN = 99

function Destination({ open, icon: Icon, label, href, chosen, hint, count = 0 }: DestinationProps) {
  return (
    <a
      href={href}
      title={hint === undefined ? label : `${label} (${hint})`}
      aria-label={label}
      aria-current={chosen ? 'page' : undefined}
      className={classes(
        'relative flex h-11 flex-none items-center gap-3 rounded-control text-label hover:bg-s2',
        open ? 'px-3' : 'justify-center',
        chosen ? 'bg-accent-tint text-accent' : 'text-text2',
      )}
    >
      <Icon aria-hidden size={22} strokeWidth={1.75} className={classes('flex-none', chosen && 'fill-accent/25')} />
      {open ? <span className="min-w-0 flex-1 truncate">{label}</span> : null}
      {open && hint !== undefined ? <kbd className="rounded-tag bg-s3 px-1.5 text-micro text-text3">{hint}</kbd> : null}
      {count === 0 ? null : (
        <span className="num absolute top-1 right-1 min-w-4 rounded-pill bg-accent-fill px-1 text-center text-[10px] leading-4 font-semibold text-on-accent">
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      )}
    </a>
  )
}

/** Messages, whose account it is, and that the market is simulated. */
function Account({ open }: Readonly<{ open: boolean }>) {
  const common = useText('common')
  const { language } = useUi()
  const signedIn = useSignedIn()
  const unread = useUnread()
  const name = useSession((session) => session.user?.name ?? null)
  const label = unread === 0 ? common('bell') : common('bellUnread', { num: formatNumber(language, String(unread)) })
  return (
    <>
      {signedIn ? (
        <Destination open={open} icon={Bell} label={label} href={hrefTo('pages/notice/index')} chosen={false} count={unread} />
      ) : null}
      <span className={classes('@container flex py-1', open ? 'px-3' : 'justify-center')}>
        <SimulatedBadge />
      </span>
      {open && name !== null ? <p className="truncate px-3 text-meta text-text3">{name}</p> : null}
    </>
  )
}
