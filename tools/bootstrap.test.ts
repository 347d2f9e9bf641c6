import { expect, test } from 'vitest'
import { run } from './run.ts'

test('an unknown command is refused with a sentence, before anything is installed', async () => {
  const { code, output } = await run(process.execPath, ['tools/bootstrap.mjs', 'fly'])
  expect(code).toBe(1)
  expect(output).toBe('There is no command "fly". The commands are in package.json under "scripts".\n')
})
