import { nameOf } from '../../app/customer-text.ts'

/** Returns the key of the app's words: "NO_LIQUIDITY" becomes "noLiquidity". */
const keyOf = (state: string): string => state.toLowerCase().replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** Returns an order's state, or the reason of its end, as the customer reads it; one without a word is shown as it is. */
export const orderStateName = (state: string): string => nameOf('orders', `state.${keyOf(state)}`, state)
