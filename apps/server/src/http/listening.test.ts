import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { StartRefused } from '../db/start-refused.ts'
import { expectFree, whyNotHere } from './listening.ts'

const HOST = '127.0.0.1'
const other = createServer()
afterEach(() => new Promise((resolve) => other.close(resolve)))

it('an address is refused while another program listens there, and is free to use after it was found free', async () => {
  await new Promise<void>((resolve) => other.listen(0, HOST, resolve))
  const PORT = (other.address() as AddressInfo).port
  await expect(expectFree({ HOST, PORT })).rejects.toThrow(
    new StartRefused(`Another program already listens on port ${PORT} of ${HOST}. Stop it, or choose another PORT.`),
  )
  await new Promise((resolve) => other.close(resolve))
  await expectFree({ HOST, PORT })
  await new Promise<void>((resolve) => other.listen(PORT, HOST, resolve))
})

it('what else goes wrong is told as it is', () => {
  const error = new Error('out of file descriptors')
  expect(whyNotHere(error, { HOST, PORT: 1 })).toBe(error)
})
