import { nameOf } from '../../app/customer-text.ts'

/** "NO_LIQUIDITY" as the app's words are keyed: "noLiquidity". */
const keyOf = (state: string): string => state.toLowerCase().replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** A state of an order, or why it ended, as the customer reads it; what the app has no word for is shown as it is. */
export const orderStateName = (state: string): string => nameOf('orders', `state.${keyOf(state)}`, state)
