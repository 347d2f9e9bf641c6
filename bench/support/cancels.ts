import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'

/** A customer's order that waits at its limit. */
export type Resting = Readonly<{ token: string; orderId: string }>

/** What share of its last price an order bids that is not to be filled: so far below it no ordinary day goes within seconds. */
const FAR_BELOW = 0.93
const CENTS = 2

/** Has each customer bid for some shares far below their prices. */
export async function restOrders(address: string, tokens: readonly string[], each: number): Promise<Resting[]> {
  const { list } = await ask<{ list: { stock_code: string; price_nominal: string }[] }>(address, '/web/m_ft/all_stock_list?pageSize=100')
  const resting: Resting[] = []
  for (const token of tokens) {
    for (const { stock_code, price_nominal } of list.slice(0, each)) {
      const price = (Number(price_nominal) * FAR_BELOW).toFixed(CENTS)
      const order = { stockCode: stock_code, direction: 0, orderType: 1, price, quantity: '1', tif: 1 }
      const { orderId } = await ask<{ orderId: string }>(address, '/web/stock/create', token, order)
      resting.push({ token, orderId })
    }
  }
  return resting
}

/** A load opens its connections first, which is no part of what is measured. */
const STEADY_AFTER_MS = 500

/** Cancels one after another until the load beside it has ended; returns how many milliseconds each took. */
export async function cancelDuring(address: string, resting: Resting[], load: Promise<unknown>): Promise<number[]> {
  const milliseconds: number[] = []
  await new Promise((resolve) => setTimeout(resolve, STEADY_AFTER_MS))
  let isUnderLoad = true
  void load.finally(() => (isUnderLoad = false))
  while (isUnderLoad) {
    const order = resting.pop()
    if (order === undefined) break
    const asked = performance.now()
    await ask(address, '/web/position/cancelOrder', order.token, { orderId: order.orderId })
    milliseconds.push(performance.now() - asked)
  }
  return milliseconds
}

async function ask<Data>(address: string, path: string, token?: string, body?: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...(token && { authorization: token }) }
  const request = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = (await (await fetch(`${address}${path}`, request)).json()) as { code: number; message: string; data: Data }
  if (answer.code !== SUCCESS_CODE) throw new Error(`${path} was refused: ${answer.message}`)
  return answer.data
}
