import { describe, expect, it } from 'vitest'
import { stackedPlaces } from './stacked-places.ts'

/** The handles of orders at close prices are all to be read and caught. */
const HEIGHT = 24

describe('labels that want the same place', () => {
  it('stay where they are while none is over another', () => {
    expect(stackedPlaces([10, 100, 40], HEIGHT)).toEqual([10, 100, 40])
    expect(stackedPlaces([10, 34], HEIGHT)).toEqual([10, 34])
    expect(stackedPlaces([], HEIGHT)).toEqual([])
  })

  it('stand around the middle of what they want', () => {
    expect(stackedPlaces([50, 50], HEIGHT)).toEqual([38, 62])
    expect(stackedPlaces([50, 54], HEIGHT)).toEqual([40, 64])
  })

  it('keep the order of their prices, whatever order they came in', () => {
    expect(stackedPlaces([54, 50], HEIGHT)).toEqual([64, 40])
  })

  it('push on those that they come to', () => {
    expect(stackedPlaces([50, 50, 70], HEIGHT)).toEqual([32.666666666666664, 56.666666666666664, 80.66666666666666])
  })

  it('of a crowd are never over one another', () => {
    const places = [...stackedPlaces([100, 101, 99, 103, 130, 60, 128], HEIGHT)].toSorted((a, b) => a - b)
    for (const [at, place] of places.entries()) if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(HEIGHT - 1e-9)
  })
})
