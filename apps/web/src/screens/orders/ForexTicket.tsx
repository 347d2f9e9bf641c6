import { pairMarkets } from '@rueda/rules/markets/markets.ts'
import { InstrumentTicket } from './StockTicket.tsx'

/** Route `pages/payment/forex`: a ticket for one pair or metal, on isolated margin. */
export const ForexTicket = () => <InstrumentTicket markets={pairMarkets} />
