import type { TextKey } from '@rueda/text/keys.ts'

/** What sent somebody on a detour, by where its page is; anything else is an order. */
const senders = [
  ['/pages/loan/', 'back.loan'],
  ['/pages/robot/', 'back.robot'],
  ['/pages/payment/follow', 'back.follow'],
  ['/pages/product/placing', 'back.placing'],
  ['/pages/payment/newstock', 'back.application'],
  ['/pages/yinmutual/', 'back.fund'],
  ['/pages/product/blocktrade', 'back.block'],
  ['/pages/plan/', 'back.plan'],
] as const satisfies readonly (readonly [string, TextKey<'common'>])[]

/** The text of the button that leads back to a page, by what is there. */
export const backTextOf = (page: string): TextKey<'common'> => senders.find(([place]) => page.startsWith(place))?.[1] ?? 'back.order'
