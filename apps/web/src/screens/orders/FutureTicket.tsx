import { contractMarkets } from '@rueda/rules/markets/markets.ts'
import { InstrumentTicket } from './StockTicket.tsx'

/** Route `pages/payment/future`: a ticket for one contract, on isolated margin. */
export const FutureTicket = () => <InstrumentTicket markets={contractMarkets} />
