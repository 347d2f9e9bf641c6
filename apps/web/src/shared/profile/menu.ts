import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Bell,
  BellRing,
  Eye,
  FileText,
  Fingerprint,
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
import { type RoutePath, entryOf } from '../../routes.ts'
import { products } from '../products/products.ts'
import { useText } from '../text/text.ts'

/** The doors of the profile, in its groups. Those to products are called by the titles of their pages. */
export const menuGroups = [
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
      { path: 'pages/trust/index', icon: Fingerprint },
      { path: 'pages/trust/withdrawals', key: 'menu.withdrawalClock', icon: Timer },
      { path: 'pages/trust/powers', key: 'menu.powers', icon: Eye },
      { path: 'pages/about/index', key: 'menu.about', icon: Info },
    ],
  },
] as const satisfies readonly { title: string; doors: readonly { path: RoutePath; key?: string; icon: LucideIcon }[] }[]

type Door = (typeof menuGroups)[number]['doors'][number]

/** The word on a door. */
export function useDoorName(): (door: Door) => string {
  const t = useText('profile')
  const titles = useText('titles')
  return (door) => ('key' in door ? t(door.key) : titles(entryOf(door.path).title))
}

/** The doors of a group that are open: to a guest those of pages that a guest may see. */
export const openDoors = (doors: readonly Door[], signedIn: boolean): readonly Door[] =>
  doors.filter(({ path }) => signedIn || entryOf(path).access === 'public')
