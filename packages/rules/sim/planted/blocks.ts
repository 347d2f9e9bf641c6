import { usStockFees } from '../../src/markets/us.ts'
import { orderKind } from '../../src/orders/records.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'

/** Bugs of blocks. */
export const plantedInBlocks: Planted = {
  'anybody trades blocks': {
    ...realRules,
    acceptBlock: (state, asked, terms, now) => realRules.acceptBlock(state, asked, { ...terms, blockPermissionMissing: false }, now),
  },
  'a frozen account buys a block': {
    ...realRules,
    acceptBlock: (state, asked, terms, now) => realRules.acceptBlock({ ...state, frozen: false }, asked, terms, now),
  },
  'a block is twice as large as the desk takes': {
    ...realRules,
    acceptBlock: (state, asked, terms, now) => {
      const facts = terms.facts === null ? null : { ...terms.facts, averageVolume: 2n * terms.facts.averageVolume }
      return realRules.acceptBlock(state, asked, { ...terms, facts }, now)
    },
  },
  'a price outside the day is negotiated': {
    ...realRules,
    acceptBlock: (state, asked, terms, now) => realRules.acceptBlock(state, asked, { ...terms, day: null }, now),
  },
  'the desk asks for no impact': {
    ...realRules,
    blockPrice: (instrument, block, best, facts) => realRules.blockPrice(instrument, block, best, { ...facts, dailyVolatility: 0n }),
  },
  'a block pays the commission of any order': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => {
      const isBlock = (orderKind.of(state).get(execution.orderId)?.block ?? null) !== null
      return realRules.bookExecution(state, execution, isBlock ? { ...terms, fees: usStockFees } : terms, now)
    },
  },
  'what a block bought can be sold at once': {
    ...realRules,
    bookExecution: (state, execution, terms, now) => realRules.bookExecution(state, execution, { ...terms, unlocksOn: null }, now),
  },
}
