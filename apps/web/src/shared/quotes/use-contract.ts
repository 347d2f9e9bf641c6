import { type FutureQuote, futures } from '@rueda/contract/futures.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { usePoll } from '../live/live.ts'

/** The part of a contract's code before its month: "SES" of "SES-2027H". */
export const rootOf = (code: string): string => code.split('-')[0] ?? code

/** All months of a contract's family, nearest first. */
export function useFamily(code: string) {
  return useQuery({ ...query(futures.list, { root: rootOf(code) }), refetchInterval: usePoll('rows'), select: nearestFirst })
}

/** The data of this contract as a future; undefined until loaded. */
export const useContract = (code: string): FutureQuote | undefined => useFamily(code).data?.find(({ stock_code }) => stock_code === code)

export const nearestFirst = (months: readonly FutureQuote[]): readonly FutureQuote[] =>
  [...months].sort((a, b) => a.lastTradeDate - b.lastTradeDate)

/** The exchange's own date of a contract's end, whatever day the device has at that moment. */
export const lastDayOf = ({ LTD }: Pick<FutureQuote, 'LTD'>): string => LTD.replaceAll('-', '/')

const SOON_DAYS = 5
export const expiresSoon = ({ daysLeft }: Pick<FutureQuote, 'daysLeft'>): boolean => daysLeft <= SOON_DAYS
