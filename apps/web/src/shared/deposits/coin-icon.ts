import { Bitcoin, CircleDollarSign, Coins, type LucideIcon } from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = { USDT: CircleDollarSign, BTC: Bitcoin }

export const iconOfCoin = (coin: string): LucideIcon => icons[coin] ?? Coins
