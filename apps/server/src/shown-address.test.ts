import { expect, it } from 'vitest'
import { listenAddress, shownAddress } from './shown-address.ts'

it.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::1', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
  ['rueda.example', 'http://rueda.example:8080'],
])('a server that listens on %s is shown at %s', (HOST, shown) => expect(listenAddress({ HOST, PORT: 8080 })).toBe(shown))

it('the rest of a link stays as it is', () => {
  expect(shownAddress('http://127.0.0.1:8080/console/#/setup/127.0.0.1')).toBe('http://localhost:8080/console/#/setup/127.0.0.1')
  expect(shownAddress('http://127.0.0.1.example:8080')).toBe('http://127.0.0.1.example:8080')
})
