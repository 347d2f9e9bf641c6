import { expect, it } from 'vitest'
import { placeOf } from './place.ts'

it.each([
  ['127.0.0.1', 'machine'],
  ['::1', 'machine'],
  ['::ffff:127.0.0.1', 'machine'],
  ['192.168.1.20', 'network'],
  ['10.1.2.3', 'network'],
  ['172.31.0.1', 'network'],
  ['172.32.0.1', 'unknown'],
  ['fd12:3456::1', 'network'],
  ['fe80::1', 'network'],
  ['203.0.113.7', 'unknown'],
  ['2001:db8::1', 'unknown'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
])('%j is of the place %s', (address, place) => expect(placeOf(address)).toBe(place))
