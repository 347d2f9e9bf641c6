import type { MessageType } from '@rueda/rules/messages/types.ts'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Bell,
  BellRing,
  Bot,
  ClipboardList,
  Coins,
  HandCoins,
  IdCard,
  type LucideIcon,
  PieChart,
  Repeat,
  Rocket,
  ShieldCheck,
  TriangleAlert,
  Users,
} from 'lucide-react'

const icons: Readonly<Record<MessageType, LucideIcon>> = {
  order: ClipboardList,
  trade: Repeat,
  margin: TriangleAlert,
  liquidation: TriangleAlert,
  ipo: Rocket,
  fund: PieChart,
  loan: HandCoins,
  follow: Users,
  robot: Bot,
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  kyc: IdCard,
  security: ShieldCheck,
  dividend: Coins,
  alert: BellRing,
  system: Bell,
}

/** The icon for the subject of a message. */
export const iconOf = (type: MessageType): LucideIcon => icons[type]
