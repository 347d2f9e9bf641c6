/** The lists of the market page: one by exchange, rankings, indices. The names stand in the address. */
export const exchangeTabs = ['NASDAQ', 'NYSE', 'AMEX'] as const
export const wholeTabs = ['gainers', 'losers', 'active', 'indices'] as const
export const marketTabs = [...exchangeTabs, ...wholeTabs] as const

export type ExchangeTab = (typeof exchangeTabs)[number]
export type WholeTab = (typeof wholeTabs)[number]
