import type { MoneyMode } from '@rueda/rules/money.ts'

/** No adapter of real money exists. With the first one this becomes what the settings say, and what is off beside real money turns off. */
export const MONEY_MODE: MoneyMode = 'sim'
