import { expect, it } from 'vitest'
import { allDone } from './pipelined.ts'

it('of statements that went out together the first that failed says why, whichever is heard of first', async () => {
  const changed = new Error('the account was changed')
  const passedOver = new Error('the transaction is aborted')
  const late = Promise.resolve().then(() => Promise.reject(changed))
  await expect(allDone([Promise.resolve(), late, Promise.reject(passedOver)])).rejects.toBe(changed)
  await expect(allDone([Promise.resolve()])).resolves.toBeUndefined()
})
