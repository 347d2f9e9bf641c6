import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Ending, launch } from './testing/program.ts'
import { requestOf } from './testing/requests.ts'
import { NAME, optionsOf, submit, witnessFixture } from './testing/witness-process.ts'
import { keyPath } from './witness/key-file.ts'

const { newPlace, start, endAll } = witnessFixture()
afterEach(endAll)

describe('a start that is refused says in a sentence why', () => {
  async function refused(words: readonly string[]): Promise<Ending> {
    const program = launch('witness.ts', { words })
    const ending = await Promise.race([program.ended, new Promise<null>((resolve) => setTimeout(resolve, 20_000, null))])
    return ending ?? program.end('SIGKILL')
  }
  const isRoot = process.getuid?.() === 0

  it('where no logs are named, or none that can be read', async () => {
    const { folder, logs } = newPlace([])
    const listed = async (text: string): Promise<string> => {
      writeFileSync(logs, text)
      return (await refused(optionsOf({ folder, logs }))).said
    }
    expect(await refused([])).toMatchObject({ code: 1, said: expect.stringContaining('Name a file with the logs to watch') })
    expect(await listed('')).toContain('names no log')
    expect(await listed('log hello\n')).toContain('has a key that is none, or of another type')
    expect(await listed('hello\n')).toContain('has a line that is none of a policy')
    expect((await refused(optionsOf({ folder, logs: `${logs}.not` }))).said).toContain('cannot be read (ENOENT)')
  })

  it('where it has no name, or no possible one, or another than before', async () => {
    const place = newPlace()
    const words = ['--logs', place.logs, '--folder', place.folder, '--port', '0']
    expect((await refused(words)).said).toContain('A witness has a name for ever.')
    expect((await refused([...words, '--name', 'a+b'])).said).toContain('"a+b" is no name of a key')
    await (await start(place)).end('SIGTERM')
    expect((await refused([...words, '--name', 'witness.example/w2'])).said).toContain(`is called ${NAME}, not witness.example/w2`)
  })

  it('where an option or a port is none', async () => {
    const words = optionsOf(newPlace())
    expect((await refused([...words, '--colour', 'red'])).said).toContain("Unknown option '--colour'")
    expect((await refused([...words, '--port', '70000'])).said).toContain('A port is a whole number from 0 to 65535.')
    expect((await refused([...words, '--host', '203.0.113.1'])).said).toContain('This machine has no address 203.0.113.1')
  })

  it('where the port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, said } = await refused([...optionsOf(newPlace()), '--port', String(port)])
    server.close()
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining(`already listens on port ${port} of 127.0.0.1`) })
  })

  it('where another witness works in the folder', async () => {
    const place = newPlace()
    await start(place)
    expect(await refused(optionsOf(place))).toMatchObject({ code: 1, said: expect.stringContaining('Another process already works in') })
  })

  it('where the folder cannot be made', async () => {
    const place = newPlace()
    writeFileSync(place.folder, '')
    expect(await refused(optionsOf(place))).toMatchObject({ code: 1, said: expect.stringContaining('cannot be written') })
  })

  it.skipIf(isRoot)('where the folder cannot be written', async () => {
    const place = newPlace()
    chmodSync(dirname(place.folder), 0o500)
    const { said } = await refused(optionsOf(place))
    chmodSync(dirname(place.folder), 0o700)
    expect(said).toContain('cannot be written')
  })

  const KEPT = 'PRIVATE+KEY+'
  // `PRIVATE+KEY+<name>+<hash>+<secret>`, where the secret is base64 and may hold a `+` itself.
  const secretOf = (key: string) => key.trim().split('+').slice(4).join('+')
  it.each([
    ['is broken', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -9)), 'is broken'],
    ['has another secret', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(/.{4}\n$/u, 'AAAA\n')), 'is broken'],
    ['is empty', (path: string) => truncateSync(path, 0), 'is broken'],
    ['may be read by others', (path: string) => chmodSync(path, 0o644), 'Other accounts may read the key'],
    ['is gone', (path: string) => rmSync(path), 'is gone'],
    [
      'has lost its list of logs',
      (path: string) => rmSync(join(dirname(path), 'origins')),
      'the list of the logs that this witness cosigned is gone',
    ],
  ])('where the key %s', async (_, spoil, sentence) => {
    const place = newPlace()
    const witness = await start(place)
    await submit(witness, requestOf(0, 5))
    await witness.end('SIGTERM')
    expect(statSync(keyPath(place.folder)).mode & 0o777).toBe(0o600)
    const before = readFileSync(keyPath(place.folder), 'utf8')
    expect(before.startsWith(`${KEPT}${NAME}+`)).toBe(true)
    spoil(keyPath(place.folder))
    const { code, said } = await refused(optionsOf(place))
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
    // Nothing that it says shows the secret.
    expect(said).not.toContain(secretOf(before))
  })
})
