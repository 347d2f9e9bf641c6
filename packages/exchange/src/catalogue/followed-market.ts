import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { referenceIndices } from './indices.ts'
import { indicesOfMembers } from './world-indices.ts'

const marketOfIndex: ReadonlyMap<string, MarketName> = new Map(
  [...referenceIndices, ...indicesOfMembers.map(({ index }) => index)].flatMap(({ instrument, members: [first] }) =>
    first === undefined ? [] : [[instrument.id, first.instrument.market]],
  ),
)

/** The market an instrument moves with: its own, and for an index that of its members. */
export const followedMarket = ({ id, market }: Instrument): MarketName => marketOfIndex.get(id) ?? market
