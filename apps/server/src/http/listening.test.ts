import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { StartRefused } from '../db/start-refused.ts'
import { expectFree, whyNotHere } from './listening.ts'

const host = '127.0.0.1'
const other = createServer()
afterEach(() => new Promise((resolve) => other.close(resolve)))

it('an address is refused while another program listens there, and is free to use after it was found free', async () => {
  await new Promise<void>((resolve) => other.listen(0, host, resolve))
  const port = (other.address() as AddressInfo).port
  await expect(expectFree({ host, port })).rejects.toThrow(
    new StartRefused(`Another program already listens on port ${port} of ${host}. Stop it, or choose another PORT.`),
  )
  await new Promise((resolve) => other.close(resolve))
  await expectFree({ host, port })
  await new Promise<void>((resolve) => other.listen(port, host, resolve))
})

it('what else goes wrong is told as it is', () => {
  const error = new Error('out of file descriptors')
  expect(whyNotHere(error, { host, port: 1 })).toBe(error)
})
