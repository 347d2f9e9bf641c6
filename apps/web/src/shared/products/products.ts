import { BadgePercent, Blocks, Bot, CalendarClock, HandCoins, type LucideIcon, PieChart, Pickaxe, TicketPlus, Users } from 'lucide-react'
import { type RoutePath, entryOf } from '../../routes.ts'

type Product = Readonly<{ path: RoutePath; icon: LucideIcon }>

/**
 * What the house offers beside trading, in the order home and the profile show it. The word of each is the title of its
 * page; a new product is a line here.
 */
export const products = [
  { path: 'pages/product/blocktrade', icon: Blocks },
  { path: 'pages/product/newstock', icon: TicketPlus },
  { path: 'pages/product/placing', icon: BadgePercent },
  { path: 'pages/yinmutual/index', icon: PieChart },
  { path: 'pages/plan/index', icon: CalendarClock },
  { path: 'pages/product/follow', icon: Users },
  { path: 'pages/robot/index', icon: Bot },
  { path: 'pages/loan/index', icon: HandCoins },
  { path: 'pages/mining/index', icon: Pickaxe },
] as const satisfies readonly Product[]

/** A visitor sees the products that a visitor can open. */
export const productsFor = (signedIn: boolean): readonly Product[] =>
  products.filter(({ path }) => signedIn || entryOf(path).access === 'public')
