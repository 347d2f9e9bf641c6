import { expect, it } from 'vitest'
import { placesOf } from './nats-bus.ts'

it('servers, user and password are what the addresses say', () => {
  expect(placesOf('nats://a.example:4222')).toEqual({ servers: ['a.example:4222'] })
  expect(placesOf('nats://rueda:p%40ss@a.example:4222,nats://b.example:4223')).toEqual({
    servers: ['a.example:4222', 'b.example:4223'],
    user: 'rueda',
    pass: 'p@ss',
  })
})

it('a tls address is reached by TLS or not at all', () => {
  expect(placesOf('tls://a.example:4222')).toEqual({ servers: ['a.example:4222'], tls: {} })
})
