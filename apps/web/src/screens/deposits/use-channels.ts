import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'

export type ChannelType = DepositChannel['type']

/** The ways money comes in, with what is the customer's own of them. */
export const useChannels = (type?: ChannelType) => useQuery(query(deposits.channels, type === undefined ? {} : { type }))

/** Coins in the order of the list, each with the networks it comes over. */
export const coinsOf = (channels: readonly DepositChannel[]): ReadonlyMap<string, readonly DepositChannel[]> =>
  Map.groupBy(channels, ({ currency }) => currency)
