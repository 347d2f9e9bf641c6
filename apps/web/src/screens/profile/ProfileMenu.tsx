import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Bell,
  BellRing,
  Eye,
  FileText,
  GraduationCap,
  Headset,
  IdCard,
  Info,
  Landmark,
  MessageSquareWarning,
  type LucideIcon,
  Percent,
  ReceiptText,
  RotateCcw,
  Settings,
  ShieldCheck,
  Star,
  Timer,
  UserPlus,
} from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { type RoutePath, entryOf } from '../../routes.ts'
import { useText } from '../../shared/text/text.ts'
import { SuitabilityStanding } from './SuitabilityStanding.tsx'
import { LogoutRow } from '../../shared/profile/LogoutRow.tsx'
import { products } from '../../shared/products/products.ts'

const groups = [
  {
    title: 'group.money',
    doors: [
      { path: 'pages/deposit/index', key: 'menu.deposit', icon: ArrowDownToLine },
      { path: 'pages/withdraw/bcard', key: 'menu.withdraw', icon: ArrowUpFromLine },
      { path: 'pages/bcard/index', key: 'menu.cards', icon: Landmark },
      { path: 'pages/profile/transaction', key: 'menu.movements', icon: ReceiptText },
      { path: 'pages/statement/index', key: 'menu.statements', icon: FileText },
    ],
  },
  {
    title: 'group.trading',
    doors: [
      { path: 'pages/watchlist/index', key: 'menu.watchlist', icon: Star },
      { path: 'pages/alert/index', key: 'menu.alerts', icon: BellRing },
      { path: 'pages/service/permission', key: 'menu.permissions', icon: BadgeCheck },
      { path: 'pages/setting/suitability', key: 'menu.suitability', icon: GraduationCap },
      { path: 'pages/fees/index', key: 'menu.fees', icon: Percent },
    ],
  },
  { title: 'group.products', doors: products },
  {
    title: 'group.account',
    doors: [
      { path: 'pages/kycverify/index', key: 'menu.identity', icon: IdCard },
      { path: 'pages/setting/security', key: 'menu.security', icon: ShieldCheck },
      { path: 'pages/profile/share', key: 'menu.invite', icon: UserPlus },
      { path: 'pages/practice/index', icon: RotateCcw },
      { path: 'pages/setting/index', key: 'menu.settings', icon: Settings },
    ],
  },
  {
    title: 'group.help',
    doors: [
      { path: 'pages/service/index', key: 'menu.support', icon: Headset },
      { path: 'pages/complaint/index', icon: MessageSquareWarning },
      { path: 'pages/notice/index', key: 'menu.messages', icon: Bell },
      { path: 'pages/trust/withdrawals', key: 'menu.withdrawalClock', icon: Timer },
      { path: 'pages/trust/powers', key: 'menu.powers', icon: Eye },
      { path: 'pages/about/index', key: 'menu.about', icon: Info },
    ],
  },
] as const satisfies readonly { title: string; doors: readonly { path: RoutePath; key?: string; icon: LucideIcon }[] }[]

/** The links of the profile, those to products under the titles of their pages; for a guest only those a guest may open. */
export function ProfileMenu({ signedIn }: { signedIn: boolean }) {
  const t = useText('profile')
  const titles = useText('titles')
  return (
    <>
      {groups.map(({ title, doors }) => {
        const open = doors.filter(({ path }) => signedIn || entryOf(path).access === 'public')
        return open.length === 0 ? null : (
          <Card key={title} rows title={t(title)}>
            {open.map((door) => (
              <ListRow
                key={door.path}
                icon={door.icon}
                label={'key' in door ? t(door.key) : titles(entryOf(door.path).title)}
                detail={door.path === 'pages/setting/suitability' ? <SuitabilityStanding /> : undefined}
                href={hrefTo(door.path)}
              />
            ))}
          </Card>
        )
      })}
      {signedIn ? (
        <Card rows>
          <LogoutRow />
        </Card>
      ) : null}
    </>
  )
}
