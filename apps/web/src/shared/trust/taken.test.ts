// @vitest-environment happy-dom
import { commandHash, frameHash } from '@rueda/proof/command.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, answer, newHouse } from '../../testing/log-and-account.ts'
import { dropTaken, forgetTaken, onTaken, take, takeAnswer, takenOf } from './taken.ts'
import { hearFrame } from './told-frames.ts'

/** Receipts as they come: with an answer, or after a frame. */
const receiptOf = (command: string) => {
  const house = newHouse()
  answer(house, { command })
  const [taken] = house.taken
  if (taken === undefined) throw new Error('there is a receipt')
  return taken.receipt
}
beforeEach(() => forgetTaken())

it('an answer’s is kept over a reload beside the hash of what was sent, and not what was sent', () => {
  const heard = vi.fn<() => void>()
  const end = onTaken(heard)
  const sent = { path: '/stock/create', key: 'k', body: { quantity: '77', payPassword: '123456' } }
  const answered = { ...sent, receipt: receiptOf('00'.repeat(32)), orderId: 'one' }
  takeAnswer(ACCOUNT, answered)
  end()
  expect(heard).toHaveBeenCalledOnce()
  expect(takenOf(ACCOUNT)).toMatchObject([{ command: commandHash(answered), orderId: 'one' }])
  expect(takenOf('another')).toEqual([])
  const kept = localStorage.getItem('rueda.receipts') ?? ''
  expect(kept).toContain(commandHash(answered))
  for (const secret of ['77"', '123456']) expect(kept).not.toContain(secret)
  dropTaken(takenOf(ACCOUNT))
  expect(takenOf(ACCOUNT)).toEqual([])
})

it('a frame’s is of a frame that was heard, and of one that was not it says nothing', () => {
  const data = { orderId: '731', filledQuantity: '3' }
  const command = frameHash({ channel: 'order', data }) ?? ''
  const frame = { ch: 'receipt', data: { channel: 'order', receipt: receiptOf(command) } } as const
  hearFrame(ACCOUNT, frame)
  hearFrame(ACCOUNT, { ch: 'order', data })
  hearFrame(ACCOUNT, frame)
  hearFrame(null, frame)
  expect(takenOf(ACCOUNT).map((taken) => taken.command)).toEqual([null, command])
})

it('of many the newest are kept', () => {
  for (let at = 1; at <= 60; at += 1) take({ accountId: ACCOUNT, command: null, receipt: receiptOf('00'.repeat(32)), takenAt: at })
  expect(takenOf(ACCOUNT).map(({ takenAt }) => takenAt)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11))
})
