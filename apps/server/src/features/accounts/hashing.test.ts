import { expect, it } from 'vitest'
import { createPasswordHashing } from './hashing.ts'

it('keeps Argon2id with 19 MiB, two passes and one lane', async () => {
  const hashed = await createPasswordHashing().hash('paso a paso 7')
  expect(hashed).toMatchObject({ busy: false, value: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u) as string })
})

it('knows the password again, exactly as it was typed', async () => {
  const hashing = createPasswordHashing()
  const hashed = await hashing.hash(' paso 👍 ')
  const known = hashed.busy ? null : hashed.value
  expect(await hashing.matches(' paso 👍 ', known)).toEqual({ busy: false, value: true })
  expect(await hashing.matches('paso 👍', known)).toEqual({ busy: false, value: false })
  expect(await hashing.matches('anything', null)).toEqual({ busy: false, value: false })
})

it('lets two run and fifty wait; the next one is told that it is busy', async () => {
  const hashing = createPasswordHashing()
  const answers = Array.from({ length: 53 }, () => hashing.matches('guess', null))
  expect(await answers.at(-1)).toEqual({ busy: true })
  const served = await Promise.all(answers.slice(0, 52))
  expect(served.every((answer) => !answer.busy)).toBe(true)
})
